// SPDX-License-Identifier: Apache-2.0

public import NIOCore

/// A type that opens Cast sockets: ``CastTLSConnector``, or ``CastMemoryNetwork`` in tests.
public protocol CastConnector: Sendable {
    /// Opens a socket. Over TLS, this includes name resolution, TCP and the TLS handshake.
    ///
    /// Canceling the task cancels the attempt and closes its connections.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint to connect to.
    ///   - timeout: The timeout for all steps together. Official senders use 10 s.
    ///   - eventLoop: The event loop of the socket; nil lets the connector choose.
    /// - Throws: ``CastConnectError``, or `CancellationError`.
    func connect(
        to endpoint: CastEndpoint,
        timeout: Duration,
        on eventLoop: (any EventLoop)?
    ) async throws
        -> any CastSocket
}

/// A type that accepts Cast sockets: ``CastTLSAcceptor``, or ``CastMemoryNetwork`` in tests.
public protocol CastAcceptor: Sendable {
    /// Starts to listen. The listener accepts sockets until it is closed.
    ///
    /// - Parameters:
    ///   - endpoint: The address to listen on. Port 0 selects a free port.
    ///   - accept: Called for each socket, on its event loop, once the socket can carry messages.
    /// - Throws: ``CastListenError``, for example when the port is in use.
    func listen(
        at endpoint: CastEndpoint,
        accept: @escaping @Sendable (any CastSocket) -> Void
    ) async throws
        -> any CastListener
}

/// An open listener of a ``CastAcceptor``.
public protocol CastListener: Sendable {
    /// The endpoint that the listener is bound to, with the actual port.
    var endpoint: CastEndpoint { get }

    /// Stops listening. Accepted sockets stay open. Returns when the port is free again.
    func close() async
}

/// The endpoint of a Cast device: an address or host name, and a TCP port.
public struct CastEndpoint: Sendable, Hashable {
    /// An IPv4 or IPv6 address (a link-local one with `%scope`), or a host name.
    public var host: String
    /// The TCP port: 8009 for a device; groups use other ports.
    public var port: Int

    /// The port of a device that is not a group.
    public static let defaultPort = 8009

    /// Creates an address.
    public init(host: String, port: Int = defaultPort) {
        self.host = host
        self.port = port
    }
}

extension CastEndpoint {
    /// Whether the port fits in 16 bits. NIO traps on other values.
    var isPortInRange: Bool { UInt16(exactly: port) != nil }
}

extension CastEndpoint: CustomStringConvertible {
    /// `192.0.2.7:8009`, or `[fe80::1%eth0]:8009`.
    public var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

/// The error that is thrown when a socket cannot be opened.
public struct CastConnectError: Error, Sendable, Hashable {
    /// The kind of failure.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Code: Sendable, Hashable {
        /// The host name does not resolve to an address.
        case unknownHost
        /// The connection was refused because no program listens on the port.
        case refused
        /// There is no route to the address, or no network.
        case unreachable
        /// TCP did not connect within the timeout.
        case timedOut
        /// TCP connected, but the TLS handshake did not complete within the timeout.
        case handshakeTimedOut
        /// The TLS handshake failed: the other end does not support TLS, or accepts none of the offered parameters.
        case handshakeFailed
        /// Any other error that the system reported.
        case failed
    }

    /// Why the connection failed.
    public var code: Code
    /// The address of the attempt.
    public var endpoint: CastEndpoint
    /// The system's error, described for users. Empty where the code is sufficient.
    public var detail: String
    /// The errors of the device's other addresses, if those were tried as well. Default empty.
    public var others: [CastConnectError] = []

    /// Creates an error.
    public init(_ code: Code, endpoint: CastEndpoint, detail: String = "") {
        self.code = code
        self.endpoint = endpoint
        self.detail = detail
    }
}

extension CastConnectError: CustomStringConvertible {
    public var description: String {
        let problem =
            switch code {
            case .unknownHost: "has no address"
            case .refused: "refused the connection because no program is listening there"
            case .unreachable: "cannot be reached from this network"
            case .timedOut: "did not answer in time"
            case .handshakeTimedOut: "accepted the connection but did not complete the TLS handshake in time"
            case .handshakeFailed: "did not complete the TLS handshake"
            case .failed: "could not be connected to"
            }
        let text = detail.isEmpty ? "\(endpoint) \(problem)" : "\(endpoint) \(problem) (\(detail))"
        return ([text] + others.map(\.description)).joined(separator: "; ")
    }
}

/// The error that is thrown when a listener cannot be opened.
public struct CastListenError: Error, Sendable, Hashable {
    /// The kind of failure.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Code: Sendable, Hashable {
        /// Another program uses the port.
        case portInUse
        /// The address does not belong to this machine.
        case addressNotAvailable
        /// The user is not permitted to listen on this port.
        case notPermitted
        /// Any other error that the system reported.
        case failed
    }

    /// Why listening failed.
    public var code: Code
    /// The address of the attempt.
    public var endpoint: CastEndpoint
    /// The system's error, described for users. Can be empty.
    public var detail: String

    /// Creates an error.
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
        case .notPermitted: "this user is not permitted to listen on port \(endpoint.port)"
        case .failed: "cannot listen on \(endpoint): \(detail)"
        }
    }
}
