// SPDX-License-Identifier: Apache-2.0

import CastRecording
import CastSender
import CastWire
import MulticastDNS
import NIOCore
import SystemErrors

/// The announcement of the device of a recording on the network.
struct ReplayAnnouncement: Sendable {
    /// Where the device listens.
    struct Place: Sendable {
        /// The address to listen at.
        var host: String
        /// An address at which senders reach the device.
        var shown: String
        var interfaces: [String]
    }

    private let network: MDNSEndpoint
    private let service: RegisteredService

    /// Chooses the address to listen at: that of the only interface, or all addresses.
    static func place(on names: [String]) throws -> Place {
        let devices = try System.enumerateDevices()
        let addresses = devices.compactMap { device -> String? in
            guard let address = device.address?.ipAddress, !address.contains(":") else { return nil }
            let isChosen = names.isEmpty ? !address.hasPrefix("127.") : names.contains(device.name)
            return isChosen ? address : nil
        }
        if let name = names.first(where: { name in !devices.contains { $0.name == name } }) {
            throw CommandFailure(
                code: "noNetwork",
                exitStatus: .noNetwork,
                message: "this machine has no network interface \(name)"
            )
        }
        let isOnly = !names.isEmpty && addresses.count == 1
        return Place(
            host: isOnly ? addresses[0] : "0.0.0.0",
            shown: addresses.first ?? "127.0.0.1",
            interfaces: names
        )
    }

    /// Announces the device under a name, with the model and the capabilities of the recording.
    static func start(_ recording: Recording, name: String, port: Int, place: Place) async throws -> ReplayAnnouncement
    {
        let device = recording.device
        let id = device.id.flatMap { id in
            let digits = id.lowercased().filter { $0.isHexDigit }
            return digits.isEmpty ? nil : digits
        }
        // Senders tell devices apart by this id, and the name of the host is made of it.
        let identity = String((String(repeating: "0", count: 32) + (id ?? "1")).suffix(32))
        let model = device.model ?? "swift-cast replay"
        let capabilities = device.capabilities ?? [.videoOut, .audioOut]
        func cut(_ text: String, to limit: Int) -> String { String(decoding: text.utf8.prefix(limit), as: UTF8.self) }
        let text = try ServiceText([
            "id": identity, "ve": "05", "md": cut(model, to: 200), "ic": "/setup/icon.png", "fn": cut(name, to: 200),
            "ca": "\(capabilities.rawValue)", "st": "0", "nf": "1", "rs": "",
        ])
        let network = try await MDNSEndpoint.start(interfaces: MDNSInterfaces(names: place.interfaces))
        do {
            let service = try await network.register(
                ServiceRegistration(
                    name: "replay-\(identity)",
                    type: "_googlecast._tcp",
                    subtypes: apps(of: recording).map { "_\($0)" },
                    port: port,
                    hostName: "replay-\(identity.suffix(12))",
                    text: text,
                    hostAddresses: place.host == "0.0.0.0" ? nil : [place.host]
                )
            )
            return ReplayAnnouncement(network: network, service: service)
        } catch {
            await network.close()
            throw error
        }
    }

    /// Withdraws the announcement.
    func close() async {
        await service.unregister()
        await network.close()
    }

    /// The ids of the apps that the recorded sender launched, and that of the Default Media Receiver.
    private static func apps(of recording: Recording) -> [String] {
        var apps: Set = [ApplicationStatus.defaultMediaReceiverID]
        for case .message(let message, .toDevice) in recording.events.map(\.kind) where message.namespace == .receiver {
            guard let app = try? message.jsonObject()["appId"]?.stringValue, app.count <= 16,
                app.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
            else { continue }
            apps.insert(app)
        }
        return apps.sorted().prefix(32).map { String($0) }
    }
}
