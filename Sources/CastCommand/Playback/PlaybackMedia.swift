// SPDX-License-Identifier: Apache-2.0

import Cast
import CastMedia
import CastSender

/// The media of a playback, with the server that serves its local files while ``run()`` runs.
final class PlaybackMedia: Sendable {
    private let server: MediaServer
    private let items: [MediaItem]

    /// Opens the local files of the items.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - ports: The ports for serving files; nil for any free port.
    /// - Throws: ``CommandFailure`` that names the file that cannot be read.
    init(_ items: [PlayItem], ports: PortRange?) throws(CommandFailure) {
        let server = MediaServer(configuration: .forDevices(ports: ports?.ports))
        self.items = try Self.share(items, on: server)
        self.server = server
    }

    private static func share(
        _ items: [PlayItem],
        on server: MediaServer
    ) throws(CommandFailure) -> [MediaItem] {
        do throws(MediaItemError) {
            var media: [MediaItem] = []
            for item in items { media.append(try MediaItem(item.source, options: item.options, on: server)) }
            return media
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Serves the files until the task is canceled.
    func run() async throws {
        try await server.run()
    }

    /// Inspects the item that is played first while the device is being found.
    func inspectAhead(_ index: Int) async {
        if items.indices.contains(index) { await items[index].inspectAhead() }
    }

    /// Returns an item in the form that the device of a session plays, after the server has started to listen. A file
    /// that the device does not play is converted while it plays.
    ///
    /// - Parameter onNote: Called with notes for the user.
    /// - Throws: ``CommandFailure`` if the device does not play the item.
    func prepare(
        _ index: Int,
        for session: CastSession,
        onNote: @Sendable (String) -> Void
    ) async throws(CommandFailure) -> MediaItem.Prepared {
        let item = items[index]
        do throws(MediaItemError) {
            return try await item.prepare(for: CastTarget(session)) { step in
                switch step {
                // A folder of photos would cause a note for each of them.
                case .converting(let plan) where plan.isPicture && items.count > 1: break
                case .converting(let plan):
                    onNote("Converting \(item.title): \(plan) (\(plan.reasons.joined(separator: "; "))).")
                case .note(let text): onNote(text)
                default: break
                }
            }
        } catch {
            var failure = CommandFailure(error)
            failure.device = session.device.friendlyName
            throw failure
        }
    }

    /// Makes the next preparation of an item convert it, after the device did not play it. Returns whether it is.
    func convertAfterRejection(_ index: Int, _ cause: MediaFailureCause) -> Bool {
        items.indices.contains(index) && items[index].convertAfterRejection(cause)
    }

    /// Whether media that a device plays is served for an item.
    func serves(_ url: String, _ index: Int) -> Bool { items.indices.contains(index) && items[index].serves(url) }

    /// Whether media that a device plays is served for one of the items.
    func serves(_ url: String) -> Bool { items.contains { $0.serves(url) } }

    /// Admits a device to which playback moves.
    func admit(_ device: CastDevice) {
        for item in items { item.admit(ClientFilter(device)) }
    }

    /// Starts the conversion of a prepared item, if it is converted, at a position in seconds.
    func beginConversion(_ index: Int, at position: Double?) async {
        await items[index].beginConversion(at: position ?? 0)
    }

    /// Prepares an item, and converts it if it is a picture, so that the device receives it at once. A failure is reported
    /// when the item is loaded.
    func prefetch(_ index: Int, for session: CastSession) async {
        guard items.indices.contains(index), (try? await prepare(index, for: session, onNote: { _ in })) != nil
        else { return }
        await items[index].prefetch()
    }

    /// The delay of the subtitles of an item, in seconds; nil if it has no subtitles.
    func subtitlesDelay(_ index: Int) -> Double? {
        items.indices.contains(index) && !items[index].subtitleTracks.isEmpty ? items[index].subtitlesDelay : nil
    }

    /// Changes the delay of the subtitles of an item, which takes effect when it is loaded again.
    func setSubtitlesDelay(_ index: Int, _ seconds: Double) async { await items[index].setSubtitlesDelay(seconds) }

    /// The requests for an item so far; nil for a URL.
    func traffic(_ index: Int) -> MediaTraffic? { items[index].traffic }
}
