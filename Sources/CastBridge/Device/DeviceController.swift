// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import CastMedia
import CastSender
import CastWire
import NIOConcurrencyHelpers
import NIOCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Keeps a connection to a device, follows what it plays, and executes commands on it. Its executor is the event loop of its
/// connection.
actor DeviceController {
    private nonisolated let executor: any SerialExecutor
    private let environment: ConnectionEnvironment
    /// The device, and whether that has changed since the last try to connect.
    private let device: NIOLockedValueBox<(latest: CastDevice, isNew: Bool)>
    private let options: ConnectionOptions
    /// What the bridge has not read.
    private let outbox = NIOLockedValueBox(Outbox())
    private var backOff = ReconnectPolicy.manyDevices.backOff
    private let connections = CurrentValue<Result<CastConnection, CastError>?>(nil)
    private var connection: CastConnection?
    /// The session of the app that runs, and the one that is joined.
    private var runningSession: String?
    private var joinedSession: String?
    private var state = PublishedState()
    private var published: PublishedState?

    /// How long a command waits for a connection to the device.
    private static let connectLimit = Duration.seconds(10)
    /// The number of states that wait for the bridge. It reads them at once.
    fileprivate static let stateLimit = 64

    /// - Parameters:
    ///   - device: The device.
    ///   - options: The options of the connections.
    ///   - eventLoop: The event loop of the connections.
    init(_ device: CastDevice, options: ConnectionOptions, eventLoop: any EventLoop) {
        var environment = ConnectionEnvironment.standard
        environment.eventLoop = eventLoop
        self.environment = environment
        executor = eventLoop.executor
        self.device = NIOLockedValueBox((device, false))
        self.options = options
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Handles a change of the device. Its addresses count for the next try, and the delays between tries begin anew.
    nonisolated func update(_ device: CastDevice) { self.device.withLockedValue { $0 = (device, true) } }

    // MARK: The connection

    /// Connects, and connects again after losses, until the task is canceled.
    func run() async {
        while !Task.isCancelled {
            do throws(CastError) {
                let connection = try await CastConnection.open(
                    to: latestDevice(),
                    options: options,
                    environment: environment
                )
                backOff.reset()
                await follow(connection)
                await connection.close()
            } catch {
                connections.publish(.failure(error))
                change { $0.availability = .offline(CommandError(error)) }
            }
            if device.withLockedValue({ $0.isNew }) { backOff.reset() }
            try? await Task.sleep(for: backOff.next())
        }
        connections.finish()
        outbox.withLockedValue { $0.finish() }?.resume()
    }

    private func latestDevice() -> CastDevice {
        device.withLockedValue { device in
            device.isNew = false
            return device.latest
        }
    }

    /// Reports what happens on a connection, until it ends or the task is canceled.
    private func follow(_ connection: CastConnection) async {
        self.connection = connection
        state = PublishedState()
        let status = await connection.status
        change { state in
            state.availability = .online
            state.update(status)
        }
        connections.publish(.success(connection))
        await connection.withTaskExecutor {
            await withDiscardingTaskGroup { group in
                let media = AsyncStream<String>.makeStream()
                group.addTask { await self.followStatuses(of: connection, media.continuation) }
                for await session in media.stream {
                    group.addTask { await self.followMedia(session, on: connection) }
                }
                group.cancelAll()
            }
        }
        self.connection = nil
        (runningSession, joinedSession) = (nil, nil)
        connections.publish(nil)
        if !Task.isCancelled { change { $0 = PublishedState() } }
    }

    private func followStatuses(of connection: CastConnection, _ media: AsyncStream<String>.Continuation) async {
        for await status in connection.statuses {
            if let session = statusChanged(status) { media.yield(session) }
        }
        media.finish()
    }

    /// Returns the session whose media must be followed, if it is a new one.
    private func statusChanged(_ status: ReceiverStatus) -> String? {
        change { $0.update(status) }
        let running = status.runningApplication
        if running?.sessionID != runningSession { change { $0.clearMedia() } }
        runningSession = running?.sessionID
        guard let running, let session = running.sessionID, session != joinedSession, running.isJoinable,
            running.namespaces.contains(.media)
        else { return nil }
        joinedSession = session
        return session
    }

    private func followMedia(_ id: String, on connection: CastConnection) async {
        if let session = try? await connection.join(sessionID: id) {
            for await media in session.media.statuses where runningSession == id {
                change { $0.update(media, at: .now, date: Date().timeIntervalSince1970) }
            }
        }
        if joinedSession == id { joinedSession = nil }
    }

    private func change(_ body: (inout PublishedState) -> Void) {
        body(&state)
        guard published.map({ state.differs(from: $0) }) ?? true else { return }
        published = state
        outbox.withLockedValue { $0.add(state) }?.resume()
    }

    // MARK: The states

    private struct Outbox {
        var states: [PublishedState] = []
        var isFinished = false
        var reader: CheckedContinuation<Void, Never>?

        /// Returns the reader to resume.
        mutating func add(_ state: PublishedState) -> CheckedContinuation<Void, Never>? {
            states.append(state)
            if states.count > DeviceController.stateLimit { states.removeFirst() }
            return takeReader()
        }

        mutating func finish() -> CheckedContinuation<Void, Never>? {
            isFinished = true
            return takeReader()
        }

        private mutating func takeReader() -> CheckedContinuation<Void, Never>? {
            defer { reader = nil }
            return reader
        }
    }

    /// Waits until what viewers see has changed, and returns the changes since the last call, the oldest first; nil after ``run()``.
    ///
    /// The caller stays on its executor: an `AsyncStream` would pass each state through a thread of the global pool. It is called
    /// by one task. Cancellation does not end it.
    nonisolated(nonsending) func nextStates() async -> [PublishedState]? {
        await withCheckedContinuation { continuation in
            let isReady = outbox.withLockedValue { outbox in
                guard outbox.states.isEmpty, !outbox.isFinished else { return true }
                outbox.reader = continuation
                return false
            }
            if isReady { continuation.resume() }
        }
        return outbox.withLockedValue { outbox in
            defer { outbox.states = [] }
            return outbox.states.isEmpty ? nil : outbox.states
        }
    }

    // MARK: Commands

    /// Executes a command, and returns when the device has confirmed it.
    func execute(_ command: SiteCommand) async -> CommandOutcome {
        do throws(CastError) {
            let connection = try await connected()
            try await connection.withTaskExecutor { () throws(CastError) in try await perform(command, on: connection) }
            return .done
        } catch {
            return .failed(CommandError(error))
        }
    }

    private var deviceName: String { device.withLockedValue { $0.latest.friendlyName } }

    private func connected() async throws(CastError) -> CastConnection {
        if let connection { return connection }
        let values = connections.stream
        let result =
            await withTimeLimit(Self.connectLimit) { await values.compactMap(\.self).first { _ in true } } ?? nil
        guard let result else {
            throw CastError(.connectTimedOut, "the bridge is not connected to the device", device: deviceName)
        }
        return try result.get()
    }

    private func perform(_ command: SiteCommand, on connection: CastConnection) async throws(CastError) {
        switch command {
        case .play(let items, let position, let isPaused):
            let session = try await connection.launch(ApplicationStatus.defaultMediaReceiverID)
            let options = MediaController.LoadOptions(autoplay: !isPaused, startTime: position)
            if items.count == 1 {
                try await session.media.load(items[0].media, options: options)
            } else {
                try await session.media.loadQueue(items.map { QueueItem(media: $0.media) }, options: options)
            }
        case .enqueue(let items):
            try await media(on: connection).insert(items.map { QueueItem(media: $0.media) })
        case .announce(let item, let volume): _ = try await connection.announce(item.media, volume: volume)
        case .pause: try await media(on: connection).pause()
        case .resume: try await media(on: connection).play()
        case .playPause:
            let media = try await media(on: connection)
            if await media.status?.playerState == .paused { try await media.play() } else { try await media.pause() }
        case .stop:
            if await connection.status.runningApplication != nil { try await connection.stopApp() }
        case .seek(.to(let position)): try await media(on: connection).seek(to: position)
        case .seek(.by(let offset)): try await media(on: connection).seek(by: offset)
        case .volume(.to(let level)): try await connection.setVolume(level)
        case .volume(.by(let offset)):
            guard let level = await connection.status.volume?.level else {
                throw CastError(.notSupported, "the device does not report its volume", device: deviceName)
            }
            try await connection.setVolume(min(max(level + offset, 0), 1))
        case .mute(let isMuted): try await connection.setMuted(isMuted)
        case .next: try await media(on: connection).next()
        case .previous: try await media(on: connection).previous()
        }
    }

    private func media(on connection: CastConnection) async throws(CastError) -> MediaController {
        try await connection.joinRunningApp().media
    }
}

extension CommandError {
    init(_ error: CastError) {
        self.init(code: error.code.name, message: error.reason)
    }
}

extension SiteCommand.Item {
    fileprivate var media: MediaInformation {
        MediaInformation(
            contentID: url,
            contentType: contentType ?? WebMedia.contentType(ofURL: url),
            streamType: isLive ? .live : .buffered,
            metadata: MediaMetadata(
                title: title,
                subtitle: subtitle,
                images: image.map { [MediaImage(url: $0)] }
            )
        )
    }
}
