package import CastMedia
package import CastSender
import CastTransport
import NIOConcurrencyHelpers

extension CastTarget {
    /// The device of a session.
    package init(_ session: CastSession) {
        let (device, connection) = (session.device, session.connection)
        self.init(
            capabilities: PlaybackCapabilities(device),
            name: device.friendlyName,
            localAddress: connection.localAddress,
            clients: ClientFilter(device, connectedTo: connection.endpoint.host)
        )
    }

    /// Whether the media of a device may be fetched from other addresses: of the member that leads a group at the time,
    /// and of the browser that shows the page of a virtual device.
    fileprivate static func fetchesElsewhere(_ device: CastDevice) -> Bool {
        device.modelName == "Google Cast Group" || device.modelName.hasPrefix("swift-cast")
    }
}

extension ClientFilter {
    /// The addresses from which a device fetches media.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - host: A further address of the device: that of the connection to it.
    package init(_ device: CastDevice, connectedTo host: String? = nil) {
        let hosts = device.endpoints.map(\.host) + [host].compactMap(\.self)
        self = CastTarget.fetchesElsewhere(device) ? .everyone : ClientFilter(addresses: hosts)
    }
}

extension PlaybackCapabilities {
    /// The capabilities of a device, by the model and the abilities that it advertises.
    package init(_ device: CastDevice) {
        self = .forModel(device.modelName, hasScreen: device.isAudioOnly ? false : nil)
    }
}

extension MediaItem {
    /// Makes the next preparation convert the item, after a device reported an error for it. See
    /// ``convertAfterRejection(_:searchPath:)``.
    package func convertAfterRejection(_ error: CastError) -> Bool {
        guard error.code == .loadFailed || error.code == .mediaError else { return false }
        return convertAfterRejection(MediaFailureCause(error.payload?.detailedErrorCode, traffic: traffic))
    }

    /// Whether a status is about this item, and not about another one of the device's queue; true without a status.
    package func isPlaying(in snapshot: MediaSnapshot?) -> Bool {
        guard let url = snapshot?.media?.contentID else { return true }
        return serves(url)
    }
}

/// An error that ended the media of an item, and the last status before.
package struct MediaRejection: Sendable {
    package var error: CastError
    package var last: MediaSnapshot?

    /// - Parameters:
    ///   - error: The error of the device.
    ///   - last: The last status; nil if the media was never loaded.
    package init(error: CastError, last: MediaSnapshot? = nil) {
        self.error = error
        self.last = last
    }

    /// The position at which the media continues, in seconds; nil if the media did not play.
    package var position: Double? {
        guard let last, last.playerState == .playing || last.playerState == .paused else { return nil }
        return last.position(at: .now)
    }
    /// Whether the media was not paused by the user.
    package var wasPlaying: Bool { last?.playerState != .paused }
}

extension MediaController {
    /// Waits for an error of a media session shortly after its start, such as that of a device that plays the sound and
    /// then finds that it has no decoder for the picture.
    ///
    /// - Returns: The error; nil if the media session ended otherwise, or plays on after the time limit.
    package nonisolated func earlyFailure(of mediaSessionID: Int, within limit: Duration) async -> MediaRejection? {
        let (events, statuses) = (events, statuses)
        let last = NIOLockedValueBox<MediaSnapshot?>(nil)
        return await withTaskGroup(of: MediaRejection?.self) { group in
            group.addTask {
                for await case let snapshot? in statuses where snapshot.playerState != .idle {
                    last.withLockedValue { $0 = snapshot }
                }
                return nil
            }
            group.addTask {
                var lastError: CastError?
                for await event in events {
                    switch event {
                    case .error(let error), .loadFailed(let error): lastError = error
                    case .ended(mediaSessionID, .error?):
                        let error = lastError ?? CastError(.mediaError, "The device stopped playing.")
                        return MediaRejection(error: error, last: last.withLockedValue { $0 })
                    case .ended(mediaSessionID, _): return nil
                    default: break
                    }
                }
                return nil
            }
            group.addTask {
                try? await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    /// Whether other media than that of a session that has ended was loaded meanwhile.
    package func plays(otherThan mediaSessionID: Int?) -> Bool {
        guard let status, status.playerState != .idle else { return false }
        return status.mediaSessionID != mediaSessionID
    }
}
