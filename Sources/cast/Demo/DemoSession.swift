import CastReceiver
import CastSender
import CastWire

/// Everything at once, on this machine: a device, and a sender that finds it and plays a film on it.
struct DemoSession: Sendable {
    /// Stops at this position of the film, in seconds.
    var until: Double?
    var console: Console

    private static let deviceName = "Living Room (demo)"

    /// Plays the film to its end, or until somebody stops it.
    ///
    /// - Throws: Whatever kept it from playing.
    func run() async throws -> ExitStatus {
        guard let loopback = LoopbackInterface.name else {
            throw CommandFailure(
                code: "noNetwork",
                exitStatus: .noNetwork,
                message: "this machine has no loopback interface, on which the demo runs",
                hint: "bring it up, on Linux with: ip link set lo up"
            )
        }
        let film = PlaySource.data(Film.bytes, name: "film.mp4", contentType: Film.contentType)
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
        say("device", "A virtual device is announced on \(loopback): \(device.name), \(device.endpoint)", since: begin)
        if let page = device.pageURL {
            console.emit(["event": "page", "page": .string(page)])
            console.result("          Open \(page) in a browser to watch.")
        }
        do {
            let status = try await play(film, on: device, interface: loopback)
            await device.shutdown()
            return status
        } catch {
            await device.shutdown()
            throw error
        }
    }

    private func play(_ film: PlaySource, on device: VirtualDevice, interface: String) async throws -> ExitStatus {
        let begin = ContinuousClock.now
        let request = PlayRequest(
            items: [PlayItem(source: film, title: "Swift Cast", subtitle: "A film that ships with it")],
            until: until,
            startTimeout: .seconds(30),
            // By id: somebody else may run a demo, too.
            finder: DeviceFinder(choice: .named(device.id), interfaces: [interface], timeout: .seconds(10))
        )
        let session = PlaybackSession(request: request, console: console) { step in
            switch step {
            case .found(let name, let endpoint):
                say("found", "Multicast DNS finds \(name) at \(endpoint)", since: begin)
            case .connected: say("connected", "Connected over TLS", since: begin)
            case .launched(let app, _): say("launched", "\(app) runs", since: begin)
            case .loaded(let url): say("loaded", "The film is served at \(url)", since: begin)
            case .playing: say("playing", "It plays", since: begin)
            }
        }
        return try await session.run()
    }

    /// One step, and how long it was from the beginning of its part.
    @Sendable
    private func say(_ step: String, _ text: String, since begin: ContinuousClock.Instant) {
        let elapsed = ContinuousClock.now - begin
        let milliseconds = Double(elapsed / .microseconds(1)) / 1000
        console.emit(["event": "step", "step": .string(step), "milliseconds": .number(milliseconds)])
        let time = TimeText.elapsed(elapsed)
        console.result(String(repeating: " ", count: max(0, 8 - time.count)) + "\(time)  \(text)")
    }
}
