// SPDX-License-Identifier: Apache-2.0

public import CastTransport
import CastWire
import NIOCore

extension CastConnection {
    /// Connects to a device, using the first of its addresses that responds. Attempts start a quarter of a second
    /// apart, and only one connection is kept (RFC 8305).
    ///
    /// Returns once TLS is established and the device has reported its status, within
    /// ``ConnectionOptions/connectTimeout`` and ``ConnectionOptions/requestTimeout``. Canceling the task aborts the
    /// attempt and closes the socket.
    ///
    /// ``ConnectionOptions/authentication`` determines whether the device must authenticate itself first, and what
    /// counts as proof.
    ///
    /// - Throws: ``CastError``, most likely `connectFailed`, `connectTimedOut`, `handshakeFailed`, `requestTimedOut`,
    ///   or `notAuthenticated` where authentication is required.
    public static func open(
        to device: CastDevice,
        options: ConnectionOptions = ConnectionOptions()
    ) async throws(CastError) -> CastConnection {
        try await open(to: device, options: options, environment: .standard)
    }

    /// Connects to the device at an address. The device is known by its address only; use
    /// ``CastDevice/identify(_:options:)`` to get its name and capabilities.
    ///
    /// - Throws: ``CastError``, as ``open(to:options:)-(CastDevice,_)``.
    public static func open(
        to endpoint: CastEndpoint,
        options: ConnectionOptions = ConnectionOptions()
    ) async throws(CastError) -> CastConnection {
        try await open(to: CastDevice(at: endpoint), options: options)
    }

    /// Connects to a device, runs the closure, and closes the connection when the closure returns or throws.
    ///
    /// The application that the closure launches keeps running; see ``close()``.
    ///
    /// ```swift
    /// let volume = try await CastConnection.withConnection(to: device) { await $0.status.volume }
    /// ```
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - options: The options of the connection.
    ///   - isolation: The isolation in which the closure runs. Default: the isolation of the caller.
    ///   - body: A closure that uses the connection.
    /// - Returns: The result of the closure.
    /// - Throws: ``CastError``, as ``open(to:options:)-(CastDevice,_)``, or the error of the closure.
    public static func withConnection<Value>(
        to device: CastDevice,
        options: ConnectionOptions = ConnectionOptions(),
        isolation: isolated (any Actor)? = #isolation,
        _ body: (CastConnection) async throws -> Value
    ) async throws -> Value {
        let connection = try await open(to: device, options: options)
        let result: Result<Value, any Error>
        do { result = .success(try await body(connection)) } catch { result = .failure(error) }
        await connection.close()
        return try result.get()
    }

    /// Connects to the device at an address, runs the closure, and closes the connection when the closure returns or
    /// throws.
    ///
    /// - Throws: ``CastError``, as ``open(to:options:)-(CastDevice,_)``, or the error of the closure.
    public static func withConnection<Value>(
        to endpoint: CastEndpoint,
        options: ConnectionOptions = ConnectionOptions(),
        isolation: isolated (any Actor)? = #isolation,
        _ body: (CastConnection) async throws -> Value
    ) async throws -> Value {
        try await withConnection(to: CastDevice(at: endpoint), options: options, body)
    }

    /// Connects with the given environment, which may use another kind of socket than TLS.
    package static func open(
        to device: CastDevice,
        options: ConnectionOptions,
        environment: ConnectionEnvironment
    ) async throws(CastError) -> CastConnection {
        let connection = try await activated(to: device, options: options, environment: environment)
        do throws(CastError) {
            // Both requests are sent at once.
            async let description: Void = connection.requestDescription()
            let status: Result<ReceiverStatus, CastError>
            do throws(CastError) {
                status = .success(try await connection.refreshStatus())
            } catch {
                status = .failure(error)
            }
            _ = try status.get()
            await description
        } catch {
            await connection.close()
            throw error
        }
        return connection
    }

    /// Requests the name of a device that is known by its address only, if the options ask for it.
    private func requestDescription() async {
        guard let timeout = options.descriptionTimeout, device.isKnownByAddressOnly else { return }
        guard let answer = try? await request(GetDeviceInfoRequest(), timeout: timeout) else { return }
        identified(as: device.described(by: DeviceInfoMessage(fields: answer)))
    }

    /// Opens a connection on which CONNECT was sent. The only message that has been received is the authentication
    /// response, if one is required.
    static func activated(
        to device: CastDevice,
        options: ConnectionOptions,
        environment: ConnectionEnvironment
    ) async throws(CastError) -> CastConnection {
        let socket = try await socket(to: device, options: options, environment: environment)
        let connection = CastConnection(socket: socket, device: device, options: options, environment: environment)
        do throws(CastError) {
            try await connection.begin()
        } catch {
            await connection.close()
            throw error
        }
        return connection
    }

    private func begin() async throws(CastError) {
        activate()
        if options.authentication.policy == .required { try await requireAuthentication() }
        connectToPlatform()
    }

    private static func socket(
        to device: CastDevice,
        options: ConnectionOptions,
        environment: ConnectionEnvironment
    ) async throws(CastError) -> any CastSocket {
        guard let preferred = device.endpoints.first else {
            throw CastError(
                .connectFailed,
                "\(device.friendlyName) has no address. Search for it again.",
                device: device.friendlyName
            )
        }
        do {
            return try await options.observed(environment.connector).connect(
                to: preferred,
                or: Array(device.endpoints.dropFirst()),
                timeout: options.connectTimeout,
                on: environment.eventLoop
            )
        } catch let error as CastConnectError {
            throw CastError.notConnected(error, device: device.friendlyName)
        } catch {
            throw CastError(
                .requestCancelled,
                "Connecting to \(device.friendlyName) was canceled.",
                device: device.friendlyName
            )
        }
    }
}

extension ConnectionOptions {
    /// Returns a connector that reports to the observer, if there is one.
    fileprivate func observed(_ connector: any CastConnector) -> any CastConnector {
        observer.map { ObservedConnector(connector, observer: $0) } ?? connector
    }
}

extension ConnectionEnvironment {
    /// The standard environment: TLS on the shared event loops of the process.
    package static let standard = ConnectionEnvironment(
        connector: CastTLSConnector(),
        timerGranularity: .milliseconds(50)
    )
}

extension CastDevice {
    /// Creates a device of which only the address is known. Its id is derived from the address.
    public init(at endpoint: CastEndpoint) {
        self.init(id: Self.addressPrefix + "\(endpoint)", friendlyName: "\(endpoint)", endpoints: [endpoint])
    }

    private static let addressPrefix = "address:"

    /// Whether only the address is known, so that the name and the capabilities are placeholders.
    var isKnownByAddressOnly: Bool { id.hasPrefix(Self.addressPrefix) }
}

extension CastError {
    static func notConnected(_ error: CastConnectError, device: String) -> CastError {
        let (code, advice): (Code, String) =
            switch error.code {
            case .unknownHost: (.connectFailed, "Check the name, or use the address.")
            case .refused: (.connectFailed, "Check the address and port; Cast devices listen on port 8009.")
            case .unreachable: (.connectFailed, "Make sure this machine is on the same network as the device.")
            case .timedOut: (.connectTimedOut, "Make sure the device is turned on and on the same network.")
            case .handshakeTimedOut: (.handshakeFailed, "Restart the device, or make sure it is a Cast device.")
            case .handshakeFailed: (.handshakeFailed, "Make sure it is a Cast device.")
            case .failed: (.connectFailed, "Try again.")
            }
        return CastError(code, "Cannot connect to \(device): \(error). \(advice)", device: device, cause: error)
    }
}
