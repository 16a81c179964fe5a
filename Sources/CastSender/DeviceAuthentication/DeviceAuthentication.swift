// SPDX-License-Identifier: Apache-2.0

/// The state of the authentication of a device.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum DeviceAuthentication: Sendable, Hashable {
    /// The device was not challenged: ``DeviceAuthenticationOptions/policy-swift.property`` is off, or the connection
    /// does not use TLS, which the proof is bound to.
    case notChallenged
    /// The device was challenged; its response has not arrived yet or is being verified.
    case pending
    /// The device has authenticated itself.
    case authenticated(AuthenticatedDevice)
    /// The authentication failed.
    case failed(DeviceAuthenticationFailure)
}

extension DeviceAuthentication: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notChallenged: "the device was not challenged"
        case .pending: "authentication is in progress"
        case .authenticated(let device): "the device is authenticated as \(device.serialName) by \(device.rootName)"
        case .failed(let failure): failure.reason
        }
    }
}

/// The identity of a device that has authenticated itself.
public struct AuthenticatedDevice: Sendable, Hashable {
    /// The name in the device's certificate: a model code and an address, or a serial number.
    public var serialName: String
    /// The name of the root certificate.
    public var rootName: String
    /// Whether the certificate is for audio-only devices.
    public var isAudioOnly: Bool
    /// Whether an intermediate certificate has expired, which was allowed by
    /// ``DeviceAuthenticationOptions/acceptsExpiredIntermediates``.
    public var hasExpiredIntermediate: Bool
}

/// Options for device authentication.
///
/// A Google device holds a key whose certificate chains to one of Google's roots. With this key it signs the TLS
/// certificate that this sender sees. The defaults match existing senders: a device of any age that Chrome accepts is
/// accepted.
public struct DeviceAuthenticationOptions: Sendable {
    /// How a failed authentication affects the connection.
    public enum Policy: Sendable, Hashable {
        /// Nothing is sent to a device before it has authenticated itself; opening a connection throws when it does
        /// not. Adds one round trip and the time the device needs to sign.
        case required
        /// The device is challenged while the connection opens. ``CastConnection/authentication`` has the result.
        case preferred
        /// The device is not challenged.
        case off
    }

    /// How revocation lists are used.
    public enum Revocation: Sendable, Hashable {
        /// A valid list that the device sends is applied; without one, the check is skipped.
        case optional
        /// A device without a valid list is rejected.
        case required
    }

    /// How a failed authentication affects the connection. Default ``Policy-swift.enum/preferred``.
    public var policy: Policy = .preferred
    /// The roots for device certificates. Default: Google's two roots, ``TrustAnchor/cast``.
    public var anchors: [TrustAnchor] = TrustAnchor.cast
    /// The roots for the signers of revocation lists. Default: Google's root, ``TrustAnchor/castRevocation``.
    public var revocationAnchors: [TrustAnchor] = TrustAnchor.castRevocation
    /// How revocation lists are used. Default ``Revocation-swift.enum/optional``.
    public var revocation: Revocation = .optional
    /// Whether to accept a device whose only defect is an expired intermediate certificate. Second-generation
    /// Chromecasts that have not been updated since March 2025 send one. Default false.
    public var acceptsExpiredIntermediates = false
    /// Whether the response must repeat the challenge's nonce. Old devices do not. Default false.
    public var requiresNonce = false
    /// Whether to reject signatures with SHA-1. Old devices support no other. Default false.
    public var requiresSHA256 = false
    /// The time limit for the device's response. Default 5 s.
    public var timeout: Duration = .seconds(5)

    /// Creates options with a policy and the other defaults.
    public init(policy: Policy = .preferred) {
        self.policy = policy
    }
}

/// The reason why device authentication failed. Two failures are equal when their codes are equal; texts are for
/// people.
public struct DeviceAuthenticationFailure: Error, Sendable {
    /// The check that failed, for programs. A struct, so that later versions can add codes.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A stable identifier, for scripts and metrics.
        public let name: String
        /// The code of this failure in Google's sender SDK (`GCKErrorCode`). Several failures share one.
        public let sdkNumber: Int

        private init(_ name: String, _ sdkNumber: Int) {
            self.name = name
            self.sdkNumber = sdkNumber
        }

        public var description: String { name }

        // In the order of the checks: the first check that fails is reported.

        // MARK: The exchange

        /// The connection has no TLS certificate that the device could sign.
        public static let noTLS = Code("noTLS", 3)
        /// The device did not reply in time.
        public static let timedOut = Code("timedOut", 102)
        /// The connection ended, or the attempt was canceled, before the reply.
        public static let interrupted = Code("interrupted", 3)
        /// The device sent another message before it replied.
        public static let unexpectedMessage = Code("unexpectedMessage", 3)
        /// The reply is text, empty, or not a protobuf message.
        public static let messageUnreadable = Code("messageUnreadable", 100)
        /// The device answered with an error.
        public static let refusedByDevice = Code("refusedByDevice", 40)
        /// The device answered with a challenge of its own.
        public static let challengeReceived = Code("challengeReceived", 101)
        /// The reply contains no response, or a response without signature or certificate.
        public static let responseIncomplete = Code("responseIncomplete", 45)

        // MARK: The TLS certificate

        /// The TLS certificate is not one well-formed DER value, or is too large.
        public static let tlsCertificateUnreadable = Code("tlsCertificateUnreadable", 44)
        /// The TLS certificate is not valid yet.
        public static let tlsCertificateNotYetValid = Code("tlsCertificateNotYetValid", 44)
        /// The TLS certificate has expired.
        public static let tlsCertificateExpired = Code("tlsCertificateExpired", 44)
        /// The TLS certificate is valid for more than four days from now, which is too long for a certificate that
        /// cannot be revoked.
        public static let tlsCertificateTooLong = Code("tlsCertificateTooLong", 44)
        /// The TLS certificate is not signed by its own key, as those of Cast devices are: the device's signature could
        /// belong to another certificate that ends with the same bytes.
        public static let tlsCertificateNotSelfSigned = Code("tlsCertificateNotSelfSigned", 44)

        // MARK: The response

        /// The response contains another nonce than the challenge.
        public static let nonceMismatch = Code("nonceMismatch", 3)
        /// The response is signed with SHA-1.
        public static let digestUnsupported = Code("digestUnsupported", 3)

        // MARK: The certificates

        /// A certificate is not valid DER.
        public static let certificateUnreadable = Code("certificateUnreadable", 41)
        /// A certificate is valid DER, but not an X.509 certificate.
        public static let notX509 = Code("notX509", 42)
        /// A certificate's key is not RSA, or shorter than 2048 bits.
        public static let keyUnusable = Code("keyUnusable", 43)
        /// A certificate does not allow the use that is made of it.
        public static let certificateRestricted = Code("certificateRestricted", 43)
        /// The certificates do not chain to a trusted root.
        public static let untrusted = Code("untrusted", 43)
        /// A certificate is not valid yet, or the device's own certificate has expired.
        public static let certificateDateInvalid = Code("certificateDateInvalid", 43)
        /// The path is longer than one of its certificates allows.
        public static let pathTooLong = Code("pathTooLong", 43)
        /// A certificate's signature algorithm is not accepted, or its two algorithm fields differ.
        public static let signatureAlgorithmUnsupported = Code("signatureAlgorithmUnsupported", 43)
        /// A name violates an issuer's name constraints.
        public static let nameNotPermitted = Code("nameNotPermitted", 43)

        // MARK: The signature

        /// The signature of the response is empty.
        public static let signatureEmpty = Code("signatureEmpty", 45)
        /// The signature was not made by the device, or not for this connection.
        public static let signatureMismatch = Code("signatureMismatch", 44)

        // MARK: Revocation and capabilities

        /// There is no valid revocation list.
        public static let revocationListInvalid = Code("revocationListInvalid", 47)
        /// A certificate was revoked, or the revocation list has expired.
        public static let revoked = Code("revoked", 48)
        /// The device claims video output, but its certificate is for audio-only devices.
        public static let capabilityMismatch = Code("capabilityMismatch", 46)
        /// An intermediate certificate has expired. Reported only when every other check passes, so that an application
        /// can choose to accept it (``DeviceAuthenticationOptions/acceptsExpiredIntermediates``).
        public static let expiredIntermediate = Code("expiredIntermediate", 43)
    }

    /// The check that failed.
    public var code: Code
    /// A description of the failure, as part of a sentence.
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
