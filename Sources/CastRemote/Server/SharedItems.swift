// SPDX-License-Identifier: Apache-2.0

import CastFiles
import CastMedia
import CastSender
import CastWire
import SystemPackage

/// The items that pages have cast, with what the media server shares for them.
///
/// A file is shared once for each set of options, because earlier ones may still be in the queue of the device.
@MainActor
final class SharedItems {
    private struct Entry {
        var fileID: String
        var options: MediaItem.Options
        /// When a playlist was changed last, in seconds since 1970. One that is still being written is shared again when it
        /// has changed.
        var modificationTime: Double?
        var item: MediaItem
    }

    /// The maximum number of sets of options of one file. The oldest is withdrawn first.
    static let variantLimit = 8
    /// The maximum number of items of addresses. The oldest is withdrawn first.
    static let addressLimit = 64
    /// The remaining time in seconds, or as a share of the duration if that is less, at which an item counts as played to
    /// its end.
    private static let endMargin = (seconds: 30.0, share: 0.1)
    /// The position in seconds from which on an item can be continued.
    private static let leastPosition = 10.0

    /// The positions in seconds at which files were left, by their ids.
    private(set) var positions: [String: Double] = [:]
    private let server: MediaServer
    private var entries: [Entry] = []
    /// The items of addresses, in the order in which they were cast.
    private var addresses: [MediaItem] = []

    init(server: MediaServer) { self.server = server }

    /// Returns the item of an address. It is kept for what is shared for it: subtitles, and a relay if it needs one.
    func item(for address: MediaAddress, _ options: MediaItem.Options) throws(MediaItemError) -> MediaItem {
        let item = try MediaItem(.url(address.text), options: options, on: server)
        addresses.append(item)
        if addresses.count > Self.addressLimit { addresses.removeFirst().withdraw() }
        return item
    }

    /// Returns the item of a file, which is shared if it is not yet, or if it is a playlist that has changed.
    func item(for file: RemoteFile, _ options: MediaItem.Options) throws(MediaItemError) -> MediaItem {
        let time = file.isPlaylist ? try? Stat(file.path).modificationTime : nil
        if let index = entries.firstIndex(where: { $0.fileID == file.id && $0.options == options }) {
            if entries[index].modificationTime == time { return entries[index].item }
            entries.remove(at: index).item.withdraw()
        }
        let item = try MediaItem(.file(path: file.path), options: options, on: server)
        let variants = entries.filter { $0.fileID == file.id }
        if variants.count >= Self.variantLimit, let index = entries.firstIndex(where: { $0.fileID == file.id }) {
            entries.remove(at: index).item.withdraw()
        }
        entries.append(Entry(fileID: file.id, options: options, modificationTime: time, item: item))
        return item
    }

    /// Stops sharing a file, and forgets its position.
    func withdraw(_ fileID: String) {
        for entry in entries where entry.fileID == fileID { entry.item.withdraw() }
        entries.removeAll { $0.fileID == fileID }
        positions[fileID] = nil
    }

    /// Whether the media server serves the media: a file, or an address that is relayed.
    func serves(_ media: MediaInformation?) -> Bool {
        guard let url = Self.url(of: media) else { return false }
        return entries.contains { $0.item.serves(url) } || addresses.contains { $0.serves(url) }
    }

    /// Returns the id of the file that a device plays; nil if it is not from here.
    func fileID(of media: MediaInformation?) -> String? {
        guard let url = Self.url(of: media) else { return nil }
        return entries.first { $0.item.serves(url) }?.fileID
    }

    /// Records the position of the current item, so that it can be continued.
    func remember(_ snapshot: MediaSnapshot, at instant: ContinuousClock.Instant = .now) {
        guard let id = fileID(of: snapshot.media) else { return }
        let position = snapshot.position(at: instant)
        guard position.isFinite, position >= Self.leastPosition else { return }
        let end = snapshot.media?.duration ?? .infinity
        let margin = min(Self.endMargin.seconds, Self.endMargin.share * end)
        positions[id] = position < end - margin ? position : nil
    }

    private static func url(of media: MediaInformation?) -> String? { media?.contentURL ?? media?.contentID }
}
