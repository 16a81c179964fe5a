import CastSender
import CastWire

/// Sends items of a list to a device.
struct PlaybackLoader: Sendable {
    let target: PlaybackTarget
    let offers: MediaOffers?
    let console: Console
    /// How long media may take from being loaded until it plays.
    let startTimeout: Duration
    let onStep: @Sendable (PlaybackStep) -> Void

    /// How many URLs are checked at the same time.
    private static let checkLimit = 8

    var controller: MediaController { target.session.media }

    /// What the device is told to play.
    func media(_ item: PlayItem, at index: Int) async throws -> MediaInformation {
        try await MediaInformation(
            item,
            at: index,
            offers: offers,
            reachableFrom: target.connection.localAddress,
            onWarning: { console.note($0) }
        )
    }

    /// What the device is told of the items after this one, several of which are checked at the same time.
    func media(_ items: [PlayItem], after first: Int) async -> [(Int, Result<MediaInformation, CommandFailure>)] {
        await withTaskGroup(of: (Int, Result<MediaInformation, CommandFailure>).self) { group in
            var next = first + 1
            var results: [(Int, Result<MediaInformation, CommandFailure>)] = []
            func addNext() {
                guard next < items.count else { return }
                let index = next
                next += 1
                group.addTask {
                    do {
                        return (index, .success(try await media(items[index], at: index)))
                    } catch {
                        return (index, .failure(CommandFailure(error)))
                    }
                }
            }
            for _ in 0..<Self.checkLimit { addNext() }
            while let result = await group.next() {
                results.append(result)
                addNext()
            }
            return results.sorted { $0.0 < $1.0 }
        }
    }

    /// Waits until what was loaded plays.
    ///
    /// - Returns: Why it does not; nil when it does, and when the connection was lost meanwhile, after which the session
    ///   reports what becomes of it.
    func failureToPlay() async -> CommandFailure? {
        do throws(CastError) {
            try await controller.waitUntilPlaying(timeout: startTimeout)
            onStep(.playing)
            return nil
        } catch {
            return isLoss(error) ? nil : CommandFailure(error)
        }
    }

    /// Whether an error says that the connection was lost while the session looks for the device.
    func isLoss(_ error: any Error) -> Bool {
        guard let error = error as? CastError else { return false }
        return error.code == .connectionClosed || error.code == .heartbeatLost
    }
}

extension CastError {
    /// Whether the device does not support what it was asked for.
    var isRefusal: Bool {
        switch code {
        case .invalidRequest, .notSupported, .invalidPlayerState, .invalidResponse, .loadFailed, .requestTimedOut,
            .messageTooLarge, .queueIncomplete:
            true
        default: false
        }
    }
}
