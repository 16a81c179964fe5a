import CastSender
import CastWire
import MulticastDNS

extension DeviceFinder {
    /// A search for all devices; where one was named by its address, it is the only one there is.
    func search() async throws(CastError) -> DeviceBrowser {
        if case .host(let address) = choice {
            return DeviceBrowser.start(from: [StaticHostsProvider([address.endpoint])])
        }
        return try await DeviceBrowser.start(interfaces: MDNSInterfaces(names: interfaces))
    }

    /// Starts a session on the device that was named, if one was, and says why when that comes to nothing.
    ///
    /// - Returns: Whether a session runs.
    func start(_ application: ApplicationChoice, with manager: SessionManager, console: Console) async -> Bool {
        do {
            let device: CastDevice
            switch choice {
            case .onlyOne: return false
            case .host(let address): device = try await CastDevice.identify(address.endpoint)
            case .named(let name): device = try await self.device(named: name)
            }
            try await manager.start(application, on: device)
            return true
        } catch is CancellationError {
            return false
        } catch {
            guard !Task.isCancelled else { return false }
            for line in CommandFailure(error).lines { console.note(line) }
            return false
        }
    }
}

extension Console {
    /// Says what became of a session.
    func say(_ event: SessionEvent) {
        let (state, device, line): (String, CastDevice, String)
        switch event {
        case .started(let session):
            (state, device, line) = ("started", session.device, "Casting to \(session.device.friendlyName)")
        case .resumed(let session):
            (state, device, line) = ("resumed", session.device, "Casting to \(session.device.friendlyName) again")
        case .suspended(let session, _):
            (state, device) = ("suspended", session.device)
            line = "The connection to \(session.device.friendlyName) is lost; looking for it"
        case .ended(let information, _):
            (state, device, line) = ("ended", information.device, "Left \(information.device.friendlyName)")
        case .failedToStart(let failed, let error): (state, device, line) = ("failed", failed, error.reason)
        default: return
        }
        emit([
            "event": "session", "state": .string(state), "device": .object(DeviceDescription(device).briefJSON),
        ])
        result(line)
    }
}
