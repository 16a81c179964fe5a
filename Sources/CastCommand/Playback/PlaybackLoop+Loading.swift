// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastSender
import CastTransport
import CastWire
import NIOConcurrencyHelpers

extension PlaybackLoop {
    /// The time limit for the request of a file, which devices send within a second.
    private static let fetchTimeout = Duration.seconds(5)

    /// The time in seconds after which a device may continue after a picture by itself. The command does so earlier.
    private static let slideDuration = 86_400.0

    /// Returns where an item starts: at the position at which the list continues, once, or as the user specified.
    private func startTime(_ index: Int) -> Double? {
        (index == request.startIndex ? startPosition : nil) ?? items[index].options.startTime
    }

    /// Returns how an item continues that is loaded again, also if the first attempt fails; nil for an item that starts.
    private func continuation(of index: Int) -> PlaybackContinuation? {
        continuation.flatMap { $0.index == index ? $0.state : nil }
    }

    /// Begins a load, and returns a function that tells whether no other load has begun since.
    private func beginLoad() -> @Sendable () -> Bool {
        let number = loadCount.withLockedValue { count in
            count += 1
            return count
        }
        return { [loadCount] in loadCount.withLockedValue { $0 == number } }
    }

    func load(_ index: Int, on target: PlaybackTarget, in group: inout TaskGroup<Void>) {
        let (loader, mailbox, startTime) = (loader(on: target), mailbox, startTime(index))
        let continuation = continuation(of: index)
        let isCurrent = beginLoad()
        group.addTask {
            do {
                let prepared = try await loader.prepare(index)
                guard isCurrent() else { return }
                let options = MediaController.LoadOptions(
                    autoplay: continuation?.isPlaying ?? true,
                    startTime: continuation?.position ?? startTime,
                    activeTrackIDs: continuation?.activeTrackIDs ?? prepared.activeTrackIDs
                )
                await loader.media.beginConversion(index, at: options.startTime)
                let snapshot = try await loader.controller.load(prepared.information, options: options)
                loader.onStep(.loaded(url: prepared.information.contentID ?? ""))
                mailbox.post(.loaded(index, snapshot))
                if let failure = await loader.failureToPlay(), isCurrent() {
                    mailbox.post(.playbackFailed(index, failure))
                }
            } catch {
                if isCurrent(), let event = loader.failed(index, error) { mailbox.post(event) }
            }
        }
        watchFetch(of: index, on: target, in: &group)
    }

    func loadQueue(
        from first: Int,
        on target: PlaybackTarget,
        in group: inout TaskGroup<Void>
    ) {
        let (loader, mailbox) = (loader(on: target), mailbox)
        let queue = QueueLoader(
            loader: loader,
            mailbox: mailbox,
            count: items.count,
            pictureDuration: request.pictureTime == nil ? nil : Self.slideDuration
        )
        let startTime = startTime(first)
        let continuation = continuation(of: first)
        let isCurrent = beginLoad()
        group.addTask {
            do {
                guard let snapshot = try await queue.load(from: first, at: startTime, continuation, if: isCurrent)
                else { return }
                await withTaskGroup { tasks in
                    tasks.addTask {
                        if let failure = await loader.failureToPlay(), isCurrent() {
                            mailbox.post(.queueFailed(failure))
                        }
                    }
                    tasks.addTask {
                        await queue.addRest(from: first + QueueLoader.headCount, to: snapshot.mediaSessionID)
                    }
                }
            } catch {
                if isCurrent(), let event = loader.failed(first, error) { mailbox.post(event) }
            }
        }
        watchFetch(of: first, on: target, in: &group)
    }

    private func loader(on target: PlaybackTarget) -> PlaybackLoader {
        PlaybackLoader(
            target: target,
            media: media,
            console: console,
            startTimeout: request.startTimeout,
            onStep: session.onStep
        )
    }

    /// Reports if the device does not request a file in time.
    private func watchFetch(of index: Int, on target: PlaybackTarget, in group: inout TaskGroup<Void>) {
        guard items[index].isServed else { return }
        let mailbox = mailbox
        group.addTask {
            // Name resolution, connection and request each take a round trip.
            let timeout = await Self.fetchTimeout + target.connection.roundTripLimit * 4
            try? await Task.sleep(for: timeout)
            mailbox.post(.fetchOverdue(index))
        }
    }
}
