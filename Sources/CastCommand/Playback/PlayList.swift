// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastWire
import SystemPackage

/// The sources of a `cast play` command, with folders and playlists replaced by their files.
struct PlayList {
    /// A source with the title that a playlist has for it.
    struct Entry: Hashable {
        var source: CastSource
        var title: String?
        /// The media of the page that the URL leads to, if it is known.
        var siteMedia: SiteMedia?
        /// Whether the URL leads to a page whose media is looked up when the entry is played.
        var isLookedUpLate = false
    }

    var entries: [Entry] = []

    /// Reads the folders and playlists among the sources.
    ///
    /// - Parameters:
    ///   - sources: The arguments.
    ///   - isRecursive: Whether the files of subfolders are included.
    ///   - onNote: Called with a note for the user for each entry of a playlist that is skipped.
    /// - Throws: ``CommandFailure`` for a folder or playlist that cannot be read or has no media.
    init(_ sources: [CastSource], isRecursive: Bool, onNote: (String) -> Void) throws(CommandFailure) {
        for source in sources {
            guard case .file(let path) = source else {
                entries.append(Entry(source: source))
                continue
            }
            let found = try Self.entries(of: path, isRecursive: isRecursive, onNote: onNote)
            entries += found ?? [Entry(source: source)]
        }
    }

    /// Returns the files of a folder or playlist; nil if the path is a media file.
    private static func entries(
        of path: String,
        isRecursive: Bool,
        onNote: (String) -> Void
    ) throws(CommandFailure) -> [Entry]? {
        guard let type = try? Stat(path).type else { return nil }
        let found: [Entry]
        do throws(MediaListError) {
            if type == .directory {
                found = try MediaFolder.files(in: path, isRecursive: isRecursive).map { Entry(source: .file(path: $0)) }
            } else if MediaList.isNamed(path) {
                let list = try MediaList.load(path: path)
                for skipped in list.skipped { onNote("Skipped \(skipped.location): it \(skipped.reason).") }
                found = list.entries.map { entry in
                    let isURL = entry.location.contains("://")
                    return Entry(source: isURL ? .url(entry.location) : .file(path: entry.location), title: entry.title)
                }
            } else {
                return nil
            }
        } catch {
            // An HLS playlist is media itself.
            if error.code == .isStream { return nil }
            throw failure(path, "\(error)")
        }
        guard !found.isEmpty else { throw failure(path, "it contains no media") }
        return found
    }

    private static func failure(_ path: String, _ reason: String) -> CommandFailure {
        CommandFailure(
            code: "fileNotReadable",
            exitStatus: .failure,
            message: "\(path) cannot be played: \(reason)",
            detail: ["path": .string(path)]
        )
    }
}
