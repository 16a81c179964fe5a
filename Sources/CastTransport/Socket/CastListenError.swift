/// Why a place to connect to could not be opened.
public struct CastListenError: Error, Sendable, Hashable {
    /// What went wrong.
    public enum Code: Sendable, Hashable {
        /// Another program has the port.
        case portInUse
        /// The address is not one of this machine's.
        case addressNotAvailable
        /// The system does not allow this port to this user.
        case notPermitted
        /// Anything else the system reported.
        case failed
    }

    public var code: Code
    public var endpoint: CastEndpoint
    /// The system's own words, where it had any.
    public var detail: String

    public init(_ code: Code, endpoint: CastEndpoint, detail: String = "") {
        self.code = code
        self.endpoint = endpoint
        self.detail = detail
    }
}

extension CastListenError: CustomStringConvertible {
    public var description: String {
        switch code {
        case .portInUse: "port \(endpoint.port) is in use by another program; choose another port"
        case .addressNotAvailable: "\(endpoint.host) is not an address of this machine"
        case .notPermitted: "this user may not listen at port \(endpoint.port)"
        case .failed: "cannot listen at \(endpoint): \(detail)"
        }
    }
}
