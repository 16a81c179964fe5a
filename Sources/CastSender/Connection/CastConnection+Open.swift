public import CastTransport
import CastWire
import NIOPosix

extension CastConnection {
    /// Connects to a device, at the first of its addresses that answers: they are tried a quarter of a second apart, and
    /// only one connection remains (RFC 8305).
    ///
    /// Returns once TLS is open and the device has reported its status, within ``ConnectionOptions/connectTimeout``
    /// and ``ConnectionOptions/requestTimeout``. Cancelling the task gives up and closes what was opened.
    ///
    /// Whether the device must prove first what it is, and may be trusted then, is for
    /// ``ConnectionOptions/authentication`` to say.
    ///
    /// - Throws: ``CastError``, most likely `connectFailed`, `connectTimedOut`, `handshakeFailed`,
    ///   `requestTimedOut`, or `notAuthenticated` where proof is required.
    public static func open(
        to device: CastDevice,
        options: ConnectionOptions = ConnectionOptions()
    ) async throws(CastError) -> CastConnection {
        try await open(to: device, options: options, environment: .standard)
    }

    /// Connects to whatever listens at an address. The device is known by its address only; see
    /// ``CastDevice/identify(_:options:)`` for more.
    ///
    /// - Throws: As ``open(to:options:)-(CastDevice,_)``.
    public static func open(
        to endpoint: CastEndpoint,
        options: ConnectionOptions = ConnectionOptions()
    ) async throws(CastError) -> CastConnection {
        try await open(to: CastDevice(at: endpoint), options: options)
    }

    /// Connects over any kind of socket.
    package static func open(
        to device: CastDevice,
        options: ConnectionOptions,
        environment: ConnectionEnvironment
    ) async throws(CastError) -> CastConnection {
        let connection = try await activated(to: device, options: options, environment: environment)
        do throws(CastError) {
            // Both questions are sent at once.
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

    /// Asks a device that is known by its address for its name, where that is wanted.
    private func requestDescription() async {
        guard let timeout = options.descriptionTimeout, device.isKnownByAddressOnly else { return }
        guard let answer = try? await request(GetDeviceInfoRequest(), timeout: timeout) else { return }
        identified(as: device.described(by: DeviceInfoMessage(fields: answer)))
    }

    /// A connection on which CONNECT was said, and nothing has been heard yet but the proof that was required.
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
        guard let likeliest = device.endpoints.first else {
            throw CastError(
                .connectFailed,
                "\(device.friendlyName) has no address. Look for it again.",
                device: device.friendlyName
            )
        }
        do {
            return try await environment.connector.connect(
                to: likeliest,
                or: Array(device.endpoints.dropFirst()),
                timeout: options.connectTimeout,
                on: environment.eventLoop
            )
        } catch let error as CastConnectError {
            throw CastError.notConnected(error, device: device.friendlyName)
        } catch {
            throw CastError(
                .requestCancelled,
                "Connecting to \(device.friendlyName) was given up.",
                device: device.friendlyName
            )
        }
    }
}

extension ConnectionEnvironment {
    /// TLS on the process's shared event loops.
    package static let standard = ConnectionEnvironment(
        connector: CastTLSConnector(group: MultiThreadedEventLoopGroup.singleton)
    )
}

extension CastDevice {
    /// A device of which nothing but the address is known. Its id is made from the address.
    public init(at endpoint: CastEndpoint) {
        self.init(id: Self.addressPrefix + "\(endpoint)", friendlyName: "\(endpoint)", endpoints: [endpoint])
    }

    private static let addressPrefix = "address:"

    /// Whether its name and capabilities were made up from its address.
    var isKnownByAddressOnly: Bool { id.hasPrefix(Self.addressPrefix) }
}

extension CastError {
    static func notConnected(_ error: CastConnectError, device: String) -> CastError {
        let (code, advice): (Code, String) =
            switch error.code {
            case .unknownHost: (.connectFailed, "Check the name, or use the address.")
            case .refused: (.connectFailed, "Check the address and port; Cast devices listen at 8009.")
            case .unreachable: (.connectFailed, "Check that this machine is in the device's network.")
            case .timedOut: (.connectTimedOut, "Check that the device is on and in the same network.")
            case .handshakeTimedOut: (.handshakeFailed, "Restart the device, or check that it is a Cast device.")
            case .handshakeFailed: (.handshakeFailed, "Check that it is a Cast device.")
            case .failed: (.connectFailed, "Try again.")
            }
        return CastError(code, "\(device) cannot be connected to: \(error). \(advice)", device: device, cause: error)
    }
}
