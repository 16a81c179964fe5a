// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire
import MulticastDNS

extension DeviceFinder {
    /// Starts a search for all devices. A device that is chosen by address is the only result.
    func search() async throws(CastError) -> DeviceBrowser {
        if case .host(let address) = choice {
            return DeviceBrowser.start(from: [StaticHostsProvider([address.endpoint])])
        }
        return try await DeviceBrowser.start(interfaces: MDNSInterfaces(names: interfaces))
    }

    /// Starts a session on the specified device, if there is one, and reports a failure.
    ///
    /// - Returns: Whether a session was started.
    func start(_ application: ApplicationChoice, with manager: SessionManager, console: Console) async -> Bool {
        do {
            let device: CastDevice
            switch choice {
            case .onlyOne: return false
            case .host(let address):
                var query = ConnectionOptions()
                query.observer = options.observer
                device = try await CastDevice.identify(address.endpoint, options: query)
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
    /// Reports a session event.
    func printEvent(_ event: SessionEvent) {
        let (state, device, line): (String, CastDevice, String)
        switch event {
        case .started(let session):
            (state, device, line) = ("started", session.device, "Casting to \(session.device.friendlyName)")
        case .resumed(let session):
            (state, device, line) = ("resumed", session.device, "Reconnected to \(session.device.friendlyName)")
        case .suspended(let session, _):
            (state, device) = ("suspended", session.device)
            line = "Connection to \(session.device.friendlyName) lost, reconnecting"
        case .ended(let information, _):
            (state, device, line) = (
                "ended", information.device, "Disconnected from \(information.device.friendlyName)"
            )
        case .failedToStart(let failed, let error): (state, device, line) = ("failed", failed, error.reason)
        default: return
        }
        emit([
            "event": "session", "state": .string(state), "device": .object(DeviceDescription(device).briefJSON),
        ])
        result(line)
    }
}
