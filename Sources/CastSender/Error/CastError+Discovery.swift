import MulticastDNS

// The texts of errors about finding devices.

extension CastError {
    static func notFound(_ text: String, within timeout: Duration, among devices: [CastDevice]) -> CastError {
        let present =
            devices.isEmpty
            ? "No Cast device answered at all; check that this machine is in the same network as the device and that "
                + "no firewall blocks UDP port 5353."
            : "There are: \(devices.map(\.friendlyName).joined(separator: ", "))."
        var error = CastError(.deviceNotFound, "No device named \"\(text)\" was found within \(timeout). \(present)")
        error.candidates = devices
        return error
    }

    static func ambiguous(_ text: String, _ devices: [CastDevice]) -> CastError {
        let names = devices.map { "\($0.friendlyName) (\($0.id))" }.joined(separator: ", ")
        var error = CastError(
            .deviceAmbiguous,
            "\"\(text)\" may mean several devices: \(names). Give the whole name or the id."
        )
        error.candidates = devices
        return error
    }

    static func noDiscovery(_ error: MDNSError) -> CastError {
        CastError(
            .noNetwork,
            "Devices cannot be looked for: \(error.reason) Check the network connection, or give the device's address.",
            cause: error
        )
    }
}
