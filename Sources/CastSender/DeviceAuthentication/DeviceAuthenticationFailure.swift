/// Why a device has not proven what it is. Two failures are equal when their codes are: texts are for people.
public struct DeviceAuthenticationFailure: Error, Sendable {
    /// Which check failed, for programs. A struct, so that a later version can know more.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A stable word, fit for scripts and metrics.
        public let name: String
        /// The number of this failure in Google's sender SDK (`GCKErrorCode`); several failures share one.
        public let sdkNumber: Int

        private init(_ name: String, _ sdkNumber: Int) {
            self.name = name
            self.sdkNumber = sdkNumber
        }

        public var description: String { name }

        // In the order of the checks: the first that fails is the one that is reported.

        // MARK: The exchange

        /// The socket has no TLS certificate that could be signed.
        public static let noTLS = Code("noTLS", 3)
        /// No reply in time.
        public static let timedOut = Code("timedOut", 102)
        /// The connection ended, or was given up, before the reply.
        public static let interrupted = Code("interrupted", 3)
        /// The device said something else before it replied.
        public static let unexpectedMessage = Code("unexpectedMessage", 3)
        /// The reply is text, empty, or no protobuf message.
        public static let messageUnreadable = Code("messageUnreadable", 100)
        /// The device answered with an error.
        public static let refusedByDevice = Code("refusedByDevice", 40)
        /// The device answered with a challenge of its own.
        public static let challengeReceived = Code("challengeReceived", 101)
        /// The reply holds no response, or a response without signature or certificate.
        public static let responseIncomplete = Code("responseIncomplete", 45)

        // MARK: The TLS certificate

        /// The certificate of the TLS connection is not one well-formed DER value, or is too large.
        public static let tlsCertificateUnreadable = Code("tlsCertificateUnreadable", 44)
        /// The certificate of the TLS connection is valid from a time to come.
        public static let tlsCertificateNotYetValid = Code("tlsCertificateNotYetValid", 44)
        /// The certificate of the TLS connection has run out.
        public static let tlsCertificateExpired = Code("tlsCertificateExpired", 44)
        /// The certificate of the TLS connection is valid for more than four days to come: too long for a certificate
        /// that nobody can take back.
        public static let tlsCertificateTooLong = Code("tlsCertificateTooLong", 44)
        /// The certificate of the TLS connection is not signed by its own key, as those of Cast devices are: the
        /// device's signature could belong to another certificate that ends with the same bytes.
        public static let tlsCertificateNotSelfSigned = Code("tlsCertificateNotSelfSigned", 44)

        // MARK: The response

        /// The response repeats another nonce than the challenge's.
        public static let nonceMismatch = Code("nonceMismatch", 3)
        /// The response is signed with SHA-1.
        public static let digestUnsupported = Code("digestUnsupported", 3)

        // MARK: The certificates

        /// A certificate is no DER.
        public static let certificateUnreadable = Code("certificateUnreadable", 41)
        /// A certificate is DER, but none of X.509.
        public static let notX509 = Code("notX509", 42)
        /// A certificate's key is not RSA, or shorter than 2048 bits.
        public static let keyUnusable = Code("keyUnusable", 43)
        /// A certificate must not be used as it is used here.
        public static let certificateRestricted = Code("certificateRestricted", 43)
        /// The certificates do not lead to a root that is trusted.
        public static let untrusted = Code("untrusted", 43)
        /// A certificate is not valid yet, or the device's own has run out.
        public static let certificateDateInvalid = Code("certificateDateInvalid", 43)
        /// There are more certificates below one than it allows.
        public static let pathTooLong = Code("pathTooLong", 43)
        /// A certificate's signature is made with an algorithm that is not accepted, or says two different things
        /// about it.
        public static let signatureAlgorithmUnsupported = Code("signatureAlgorithmUnsupported", 43)
        /// A name lies outside of what an issuer may vouch for.
        public static let nameNotPermitted = Code("nameNotPermitted", 43)

        // MARK: The signature

        /// The response's signature is empty.
        public static let signatureEmpty = Code("signatureEmpty", 45)
        /// The signature is not the device's, or not over this connection.
        public static let signatureMismatch = Code("signatureMismatch", 44)

        // MARK: Revocation, and what the device may do

        /// There is no revocation list that holds.
        public static let revocationListInvalid = Code("revocationListInvalid", 47)
        /// A certificate was taken back, or the revocation list ran out.
        public static let revoked = Code("revoked", 48)
        /// The device shows pictures, and its certificate is for sound alone.
        public static let capabilityMismatch = Code("capabilityMismatch", 46)
        /// Nothing is wrong but that a certificate between the device's own and the root has run out. Reported only
        /// when every other check holds, so that an application may choose to accept it
        /// (``DeviceAuthenticationOptions/acceptsExpiredIntermediates``).
        public static let expiredIntermediate = Code("expiredIntermediate", 43)
    }

    /// Which check failed.
    public var code: Code
    /// What was seen, as a part of a sentence for people.
    public var reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension DeviceAuthenticationFailure: Hashable {
    public static func == (lhs: DeviceAuthenticationFailure, rhs: DeviceAuthenticationFailure) -> Bool {
        lhs.code == rhs.code
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension DeviceAuthenticationFailure: CustomStringConvertible {
    public var description: String { reason }
}
