// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire

/// A user with one session manager, who does random things on random devices.
actor SoakSender {
    let number: Int
    private let targets: [VirtualDevice]
    private let mediaURL: String
    private let record: SoakRecord
    private var generator: SeededGenerator
    nonisolated let manager: SessionManager
    /// The device of the current session.
    private(set) var target: VirtualDevice?

    init(number: Int, targets: [VirtualDevice], mediaURL: String, seed: UInt64, record: SoakRecord) {
        self.number = number
        self.targets = targets
        self.mediaURL = mediaURL
        self.record = record
        generator = SeededGenerator(seed: seed)
        var options = SessionManagerOptions()
        options.connection.requestTimeout = .seconds(5)
        manager = SessionManager(options: options)
    }

    nonisolated var trace: Released { Released("the session manager of sender \(number)", manager) }

    /// Performs operations until this time, each to its end.
    func act(until end: ContinuousClock.Instant) async {
        while .now < end {
            if let session = await manager.session {
                await use(session)
            } else {
                await start()
            }
            try? await Task.sleep(for: .milliseconds(Int.random(in: 10...1_500, using: &generator)))
        }
    }

    func close() async {
        await perform("close", within: .seconds(30)) { [manager] in await manager.close() }
    }

    private func start() async {
        guard manager.state == .idle, let chosen = targets.randomElement(using: &generator) else { return }
        target = chosen
        let device = CastDevice(at: chosen.endpoint)
        await perform("start", within: .seconds(120)) { [manager] in
            try await manager.start(.application("CC1AD845"), on: device)
        }
    }

    private func use(_ session: CastSession) async {
        let media = session.media
        let seconds = Double.random(in: 0...600, using: &generator)
        let level = Double(Int.random(in: 0...100, using: &generator)) / 100
        let information = MediaInformation(contentID: mediaURL, contentType: "audio/wav", streamType: .buffered)
        switch Int.random(in: 0..<20, using: &generator) {
        case 0...3:
            await perform("load", within: .seconds(120)) { try await media.load(information, until: .playing()) }
        case 4:
            let items = (0..<5).map { _ in QueueItem(media: information) }
            await perform("load a queue", within: .seconds(120)) { try await media.loadQueue(items) }
        case 5, 6: await perform("pause", within: .seconds(60)) { try await media.pause() }
        case 7, 8: await perform("play", within: .seconds(60)) { try await media.play() }
        case 9, 10: await perform("seek", within: .seconds(60)) { try await media.seek(to: seconds) }
        case 11: await perform("next", within: .seconds(60)) { try await media.next() }
        case 12:
            await perform("insert", within: .seconds(60)) { try await media.insert([QueueItem(media: information)]) }
        case 13, 14: await perform("volume", within: .seconds(60)) { try await session.connection.setVolume(level) }
        case 15: await perform("status", within: .seconds(60)) { try await media.refreshStatus() }
        case 16:
            await perform("changes", within: .seconds(60)) {
                for step in 0..<10 { try await session.connection.setPendingVolume(Double(step) / 10) }
            }
        case 17: await perform("stop media", within: .seconds(60)) { try await media.stop() }
        case 18: await perform("leave", within: .seconds(60)) { [manager] in try await manager.end(.leave) }
        default: await perform("stop app", within: .seconds(60)) { [manager] in try await manager.end(.stop) }
        }
    }

    /// Performs an operation, which must end within the limit and fail only with a `CastError`.
    private func perform<Value>(
        _ name: String,
        within limit: Duration,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async {
        let place = "sender \(number), \(name) on \(target?.name ?? "no device")"
        await record.count(name)
        let watch = Task { [record] in
            try await Task.sleep(for: limit)
            await record.violate("\(place): no result within \(limit)")
        }
        do {
            _ = try await operation()
        } catch let error as CastError {
            await record.count(error)
        } catch {
            await record.violate("\(place): an error that is not a CastError: \(error)")
        }
        watch.cancel()
    }
}
