public import CastTransport
import CastWire

extension CastDevice {
    /// Finds out which device is at an address, without discovery.
    ///
    /// Connects, asks for the device's description and closes. A device that gives none within 3 s (old firmware,
    /// other makes: they drop what they do not know) gets an id made from the address and the address as its name.
    ///
    /// - Throws: ``CastError``, as ``CastConnection/open(to:options:)-(CastEndpoint,_)`` does.
    public static func identify(
        _ endpoint: CastEndpoint,
        options: ConnectionOptions = ConnectionOptions()
    ) async throws(CastError) -> CastDevice {
        try await identify(endpoint, options: options, environment: .standard)
    }

    package static func identify(
        _ endpoint: CastEndpoint,
        options: ConnectionOptions,
        environment: ConnectionEnvironment
    ) async throws(CastError) -> CastDevice {
        let unknown = CastDevice(at: endpoint)
        let connection = try await CastConnection.open(
            to: unknown,
            options: options.forQuestions,
            environment: environment
        )
        let result: Result<JSONObject, CastError>
        do throws(CastError) {
            result = .success(try await connection.request(GetDeviceInfoRequest(), timeout: .seconds(3)))
        } catch {
            result = .failure(error)
        }
        await connection.close()
        switch result {
        case .success(let answer): return unknown.described(by: DeviceInfoMessage(fields: answer))
        case .failure(let error):
            // Whoever does not know the question is a device all the same.
            guard error.code == .requestTimedOut || error.code == .invalidRequest else { throw error }
            return unknown
        }
    }

    func described(by info: DeviceInfoMessage) -> CastDevice {
        var device = self
        if let id = info.deviceID, !id.isEmpty { device.id = Self.normalizedID(id) }
        if let name = info.friendlyName, !name.isEmpty { device.friendlyName = name }
        if let model = info.deviceModel { device.modelName = model }
        if let capabilities = info.deviceCapabilities {
            device.capabilities = capabilities
            device.isGroup = device.capabilities.contains(.multizoneGroup)
        }
        return device
    }
}
