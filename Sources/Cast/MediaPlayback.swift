// SPDX-License-Identifier: Apache-2.0

public import CastMedia
import CastMediaProbe
public import CastSender
import CastWire
import NIOConcurrencyHelpers

/// The playback of a source on a device, from its preparation to its end.
///
/// Create one with `CastSession.cast(_:options:)`, which returns when the media plays. To observe the
/// preparation, create it with `CastSession.playback(of:options:)` and read ``progress`` while
/// ``start()`` runs. Control the playback with the session's `media`.
///
/// The file is served until the media ends, another sender replaces it, the session ends, or ``close()`` is called,
/// also if nobody keeps this object.
public final class MediaPlayback: Sendable {
    /// How a playback ended.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum End: Sendable, Hashable {
        /// The media played to its end.
        case finished
        /// A sender stopped the media or loaded other media.
        case stopped
        /// The device reported an error.
        case failed(MediaPlaybackError)
        /// The session ended.
        case sessionEnded(SessionEndReason)
        /// ``close()`` was called.
        case closed
    }

    private enum Phase {
        case new
        case starting
        case playing(follower: Task<Void, Never>)
        case ended(End)
    }

    private struct State {
        var phase = Phase.new
        var item: MediaItem?
        var server: MediaServer?
        var prepared: MediaItem.Prepared?
        var waiters: [CheckedContinuation<End, Never>] = []
        /// What the source needs while it is served.
        var access: SourceAccess?
    }

    /// The session of the device.
    public let session: CastSession
    /// What is cast.
    public let source: CastSource
    /// The choices of the user.
    public let options: MediaItem.Options
    /// The steps of the preparation, from the first one. The sequence has one reader, and ends when the media plays or
    /// the start fails.
    public let progress: AsyncStream<PreparationStep>
    private let steps: AsyncStream<PreparationStep>.Continuation
    private let state: NIOLockedValueBox<State>

    init(session: CastSession, source: CastSource, options: MediaItem.Options, access: SourceAccess? = nil) {
        self.session = session
        self.source = source
        self.options = options
        state = NIOLockedValueBox(State(access: access))
        (progress, steps) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
    }

    deinit { steps.finish() }

    /// Inspects the source, serves it, loads it on the device, and waits until it plays.
    ///
    /// Can be called once. If the task is canceled, the media is not loaded, or plays on without being followed.
    ///
    /// - Throws: ``MediaPlaybackError``.
    public func start() async throws(MediaPlaybackError) {
        let isFirst = state.withLockedValue { state in
            guard case .new = state.phase else { return false }
            state.phase = .starting
            return true
        }
        guard isFirst else { return }
        defer { steps.finish() }
        do throws(MediaPlaybackError) {
            let item = try await share()
            guard let mediaSessionID = try await load(item) else { return await end(.stopped) }
            steps.yield(.playing)
            follow(mediaSessionID, of: item)
        } catch {
            await end(.failed(error))
            throw error
        }
    }

    /// Waits for the end of the playback.
    public var end: End {
        get async {
            await withCheckedContinuation { continuation in
                let end: End? = state.withLockedValue { state in
                    if case .ended(let end) = state.phase { return end }
                    state.waiters.append(continuation)
                    return nil
                }
                if let end { continuation.resume(returning: end) }
            }
        }
    }

    /// Ends serving the media, which a device then cannot play on. Returns when the server has ended.
    public func close() async { await end(.closed) }

    /// Returns what is known about the source, how the device receives it and why, and what the device requested, as
    /// text of several lines for users. Before the preparation, it has only the title.
    public func explain() -> String {
        let (item, prepared) = state.withLockedValue { ($0.item, $0.prepared) }
        var lines = ["\(options.title ?? source.title): \(source.location)"]
        if let facts = prepared?.facts { lines += facts.summary }
        if let plan = prepared?.plan {
            lines.append("\(session.device.friendlyName): \(plan)")
            lines += plan.reasons.map { "  because \($0)" }
            lines += plan.notes.map { "  note: \($0)" }
        } else if let information = prepared?.information {
            lines.append("\(session.device.friendlyName): load it as \(information.contentType ?? "unknown type")")
        }
        for track in prepared?.information.tracks ?? [] {
            lines.append("  subtitles: \(track.name ?? "") (\(track.language ?? "und"))")
        }
        if let traffic = item?.traffic {
            let client = traffic.lastClient.map { ", last from \($0)" } ?? ""
            lines.append("  \(traffic.requests) requests\(client), \(traffic.bytesSent) bytes sent")
        }
        return lines.joined(separator: "\n")
    }

    // MARK: - Start

    private var title: String { options.title ?? source.title }

    /// Shares the source.
    private func share() async throws(MediaPlaybackError) -> MediaItem {
        do {
            let server = try await MediaServer.start(configuration: .forDevices())
            state.withLockedValue { $0.server = server }
            let item = try MediaItem(source, options: options, on: server)
            state.withLockedValue { $0.item = item }
            return item
        } catch {
            throw failure(before: error)
        }
    }

    /// Loads the media, and again in other forms if the device does not play it.
    ///
    /// - Parameters:
    ///   - item: The media.
    ///   - rejection: The error of the last attempt; nil for the first attempt.
    ///   - earlier: The media session of the last attempt, which has ended.
    /// - Returns: The media session; nil if the device plays other media by the time of a further attempt.
    private func load(
        _ item: MediaItem,
        after rejection: MediaRejection? = nil,
        of earlier: Int? = nil
    ) async throws(MediaPlaybackError) -> Int? {
        let startTime = rejection?.position ?? options.startTime
        let prepared: MediaItem.Prepared
        do {
            prepared = try await item.prepare(for: CastTarget(session)) { [steps] in steps.yield($0) }
        } catch {
            // The error of the device is the one that the user can act on.
            throw rejection.map { failure($0.error) } ?? failure(before: error)
        }
        if rejection != nil {
            guard !Task.isCancelled, await !session.media.plays(otherThan: earlier) else { return nil }
        }
        state.withLockedValue { $0.prepared = prepared }
        steps.yield(.loading(url: prepared.information.contentID ?? ""))
        await item.beginConversion(at: startTime ?? 0)
        do throws(CastError) {
            let snapshot = try await session.media.load(
                prepared.information,
                options: MediaController.LoadOptions(
                    autoplay: rejection?.wasPlaying ?? true,
                    startTime: startTime,
                    activeTrackIDs: prepared.activeTrackIDs
                ),
                until: .playing()
            )
            return snapshot.mediaSessionID
        } catch {
            let failure = failure(error)
            guard item.convertAfterRejection(error) else { throw failure }
            let rejection = MediaRejection(error: error, last: rejection?.last)
            return try await load(item, after: rejection, of: session.media.status?.mediaSessionID)
        }
    }

    private func failure(before error: any Error) -> MediaPlaybackError {
        let device = session.device.friendlyName
        switch error {
        case let error as MediaItemError:
            return MediaPlaybackError(.preparation(error), title: title, device: device, advice: error.advice)
        case let error as MediaServerError:
            return MediaPlaybackError(.serving(error), title: title, device: device)
        default:
            let failure = MediaServerError(.failed, subject: title, detail: "\(error)")
            return MediaPlaybackError(.serving(failure), title: title, device: device)
        }
    }

    private func failure(_ error: CastError) -> MediaPlaybackError {
        let (item, prepared) = state.withLockedValue { ($0.item, $0.prepared) }
        let cause = MediaFailureCause(error.payload?.detailedErrorCode, traffic: item?.traffic)
        return MediaPlaybackError(
            .device(error, cause: cause),
            title: title,
            device: session.device.friendlyName,
            advice: cause.advice(isLocal: source.isServed(options), isConverted: prepared?.plan?.needsConverter == true)
        )
    }

    // MARK: - End

    /// Follows the media session to its end. The task keeps this object until then, and ends with the session at the
    /// latest.
    private func follow(_ mediaSessionID: Int, of item: MediaItem) {
        let (events, states) = (session.media.events, session.states)
        state.withLockedValue { state in
            guard case .starting = state.phase else { return }
            let follower = Task {
                let end = await withTaskGroup(of: End?.self) { group in
                    group.addTask { await self.end(of: mediaSessionID, of: item, in: events) }
                    group.addTask {
                        for await state in states {
                            if case .ended(let reason) = state { return .sessionEnded(reason) }
                        }
                        return nil
                    }
                    for await end in group {
                        guard let end else { continue }
                        group.cancelAll()
                        return end
                    }
                    return .closed
                }
                await self.end(end)
            }
            state.phase = .playing(follower: follower)
        }
    }

    /// Waits for the end of the media, which is loaded again, converted, if the device stops because of an error.
    private func end(of mediaSessionID: Int, of item: MediaItem, in events: EventStream<MediaEvent>) async -> End? {
        var mediaSessionID = mediaSessionID
        while true {
            switch await session.media.end(of: mediaSessionID, in: events) {
            case .finished: return .finished
            case .stopped: return .stopped
            case nil: return nil
            case .failed(let rejection):
                let failure = failure(rejection.error)
                guard item.convertAfterRejection(rejection) else { return .failed(failure) }
                do throws(MediaPlaybackError) {
                    guard let next = try await load(item, after: rejection, of: mediaSessionID) else { return .stopped }
                    mediaSessionID = next
                } catch {
                    return .failed(error)
                }
            }
        }
    }

    private func end(_ end: End) async {
        let (server, follower, waiters, access) = state.withLockedValue { state in
            let server = state.server
            var follower: Task<Void, Never>?
            if case .playing(let task) = state.phase { follower = task }
            if case .ended = state.phase {} else { state.phase = .ended(end) }
            defer { (state.waiters, state.access) = ([], nil) }
            return (server, follower, state.waiters, state.access)
        }
        follower?.cancel()
        await server?.close()
        access?.end()
        for waiter in waiters { waiter.resume(returning: end) }
    }
}
