// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastReceiver
import CastSender
import CastWire

/// Runs `cast demo`: a virtual device on this machine, and a sender that discovers it and casts a film to it.
struct DemoSession: Sendable {
    /// The position at which playback stops, in seconds; nil for the end of the film.
    var until: Double?
    var console: Console

    private static let deviceName = "Living Room (demo)"

    /// Plays the film to its end, or until it is stopped.
    ///
    /// - Throws: ``CommandFailure``, or an error of a library, if the film cannot be played.
    func run() async throws -> ExitStatus {
        guard let loopback = LoopbackInterface.name else {
            throw CommandFailure(
                code: "noNetwork",
                exitStatus: .noNetwork,
                message: "the demo needs a loopback interface, and this machine has none",
                hint: "enable it, on Linux with: ip link set lo up"
            )
        }
        let film = CastSource.data(Film.bytes, name: "film.mp4", contentType: Film.contentType)
        let begin = ContinuousClock.now
        let device = try await VirtualDevice.start(
            DeviceConfiguration(
                name: Self.deviceName,
                modelName: "swift-cast demo",
                port: 0,
                httpPort: 0,
                httpsPort: nil,
                interfaces: .named([loopback])
            )
        )
        reportStep(
            "device",
            "Announced a virtual device on \(loopback): \(device.name), \(device.endpoint)",
            since: begin
        )
        if let page = device.pageURL {
            console.emit(["event": "page", "page": .string(page)])
            console.result("          Open \(page) in a browser to watch.")
        }
        do {
            let status = try await play(film, on: device, interface: loopback)
            await device.close()
            return status
        } catch {
            await device.close()
            throw error
        }
    }

    private func play(_ film: CastSource, on device: VirtualDevice, interface: String) async throws -> ExitStatus {
        let begin = ContinuousClock.now
        let request = PlayCommandRequest(
            items: [PlayItem(source: film, options: .init(title: "Swift Cast", subtitle: "The demo film"))],
            until: until,
            startTimeout: .seconds(30),
            // By ID, because another user of this machine may run a demo.
            finder: DeviceFinder(choice: .named(device.id), interfaces: [interface], timeout: .seconds(10))
        )
        let session = CastPlayback(request: request, console: console) { step in
            switch step {
            case .found(let name, let endpoint):
                reportStep("found", "Discovered \(name) at \(endpoint) by multicast DNS", since: begin)
            case .connected: reportStep("connected", "Connected over TLS", since: begin)
            case .launched(let app, _): reportStep("launched", "Launched \(app)", since: begin)
            case .loaded(let url): reportStep("loaded", "Loaded the film from \(url)", since: begin)
            case .playing: reportStep("playing", "Playing", since: begin)
            }
        }
        return try await session.run()
    }

    /// Reports a step, with the time since `begin`.
    @Sendable
    private func reportStep(_ step: String, _ text: String, since begin: ContinuousClock.Instant) {
        let elapsed = ContinuousClock.now - begin
        let milliseconds = Double(elapsed / .microseconds(1)) / 1000
        console.emit(["event": "step", "step": .string(step), "milliseconds": .number(milliseconds)])
        let time = TimeText.elapsed(elapsed)
        console.result(String(repeating: " ", count: max(0, 8 - time.count)) + "\(time)  \(text)")
    }
}
