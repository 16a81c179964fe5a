/// Why a socket could not be opened.
public struct CastConnectError: Error, Sendable, Hashable {
    /// What went wrong.
    public enum Code: Sendable, Hashable {
        /// The host name has no address.
        case unknownHost
        /// Nothing listens at the port.
        case refused
        /// The address cannot be reached: no route, no network.
        case unreachable
        /// TCP gave no answer within the time.
        case timedOut
        /// TCP was open, but the TLS handshake did not end within the time.
        case handshakeTimedOut
        /// The other end does not speak TLS, or offered nothing acceptable.
        case handshakeFailed
        /// Anything else the system reported.
        case failed
    }

    public var code: Code
    public var endpoint: CastEndpoint
    /// What the system reported, in words for users; empty where the code says it all.
    public var detail: String
    /// What came of the device's other addresses, where it has any and they were tried as well.
    public var others: [CastConnectError] = []

    public init(_ code: Code, endpoint: CastEndpoint, detail: String = "") {
        self.code = code
        self.endpoint = endpoint
        self.detail = detail
    }
}

extension CastConnectError: CustomStringConvertible {
    public var description: String {
        let what =
            switch code {
            case .unknownHost: "has no address"
            case .refused: "refused the connection: nothing listens there"
            case .unreachable: "cannot be reached from this network"
            case .timedOut: "did not answer in time"
            case .handshakeTimedOut: "accepted the connection but never finished TLS"
            case .handshakeFailed: "does not speak TLS as Cast devices do"
            case .failed: "could not be connected to"
            }
        let story = detail.isEmpty ? "\(endpoint) \(what)" : "\(endpoint) \(what) (\(detail))"
        return ([story] + others.map(\.description)).joined(separator: "; ")
    }
}
