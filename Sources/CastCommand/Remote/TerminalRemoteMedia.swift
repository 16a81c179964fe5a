// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastRemote
import CastSender
import CastWire

/// The media that a remote control on a terminal can cast: URLs, and local files, which are served while it runs.
@MainActor
final class TerminalRemoteMedia {
    let items: [PlayItem]
    /// The names of the items for display.
    let names: [String]
    /// The media that was requested, by the index of the item.
    private var media: [Int: PlaybackMedia] = [:]
    /// The tasks that run the servers.
    private var serverTasks: [Task<Void, Never>] = []
    /// The items by the content ID that a device plays.
    private var loaded: [String: Int] = [:]
    private let ports: PortRange?

    /// - Parameters:
    ///   - arguments: Files, folders and URLs.
    ///   - ports: The ports for serving files; nil for any free port.
    /// - Throws: `WebRemoteError` for a path that does not exist.
    init(_ arguments: [String], ports: PortRange?) throws {
        self.ports = ports
        var items: [PlayItem] = []
        var names: [String] = []
        for argument in arguments {
            if case .url(let url)? = CastSource(argument) {
                items.append(PlayItem(source: .url(url)))
                names.append(url)
            } else {
                for file in try WebRemote.files(in: [argument]) {
                    items.append(PlayItem(source: .file(path: file.path)))
                    names.append(file.name)
                }
            }
        }
        (self.items, self.names) = (items, names)
    }

    /// Returns an item in the form that the device of a session plays, and starts to serve its file.
    func prepare(
        _ index: Int,
        for session: CastSession,
        onNote: @Sendable (String) -> Void
    ) async throws -> MediaItem.Prepared {
        let item = items[index]
        let media = try self.media[index] ?? PlaybackMedia([item], ports: ports)
        if self.media.updateValue(media, forKey: index) == nil {
            serverTasks.append(Task { try? await media.run() })
        }
        let prepared = try await media.prepare(0, for: session, onNote: onNote)
        if let contentID = prepared.information.contentID { loaded[contentID] = index }
        return prepared
    }

    /// Returns whether the media is served by this process, so that it cannot continue to play after the process exits.
    func serves(_ media: MediaInformation?) -> Bool {
        guard let url = media?.contentURL ?? media?.contentID else { return false }
        return self.media.values.contains { $0.serves(url) }
    }

    /// Returns the index of the item that a device plays; nil for media of another sender.
    func index(of media: MediaInformation?) -> Int? { media?.contentID.flatMap { loaded[$0] } }

    /// The delay of the subtitles of an item, in seconds; nil if it has no subtitles.
    func subtitlesDelay(_ index: Int) -> Double? { media[index]?.subtitlesDelay(0) }

    /// Changes the delay of the subtitles of an item, which takes effect when it is loaded again.
    func setSubtitlesDelay(_ index: Int, _ seconds: Double) async { await media[index]?.setSubtitlesDelay(0, seconds) }

    /// Stops serving files, and returns when all servers have ended.
    func close() async {
        for task in serverTasks { task.cancel() }
        for task in serverTasks { await task.value }
    }
}
