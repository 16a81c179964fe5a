// SPDX-License-Identifier: Apache-2.0

import CastMedia
import SystemPackage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds the files that can be cast among files and folders.
enum RemoteFolder {
    /// The maximum number of files.
    static let fileLimit = 2_000
    /// The maximum depth of subfolders.
    static let depthLimit = 6

    /// Returns the files. In folders, only files that are media by their name are included. Symbolic links inside
    /// folders are not followed, and hidden files and the segments of HLS playlists are skipped.
    ///
    /// - Throws: ``WebRemoteError`` if a path does not exist.
    static func files(_ paths: [String]) throws(WebRemoteError) -> [RemoteFile] {
        var files: [RemoteFile] = []
        for path in paths {
            // A symbolic link that the user specified is followed.
            let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            guard let type = try? Stat(real).type else {
                throw WebRemoteError(.fileNotReadable, "\(path) cannot be cast: the file does not exist")
            }
            if type == .directory {
                collect(real, name: "", depth: 0, into: &files)
            } else {
                files.append(file(real, name: String(path.split(separator: "/").last ?? "file")))
            }
        }
        return Array(files.prefix(fileLimit))
    }

    /// - Parameter segments: The files that playlists reference. They are not listed, because the playlists play them.
    private static func collect(
        _ folder: String,
        name: String,
        depth: Int,
        segments: Set<String> = [],
        into files: inout [RemoteFile]
    ) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var segments = segments
        for entry in names where HLSPlaylistFile.isNamed(entry) && !entry.hasPrefix(".") {
            segments.formUnion(HLSPlaylistFile(path: folder + "/" + entry)?.paths() ?? [])
        }
        var folders: [String] = []
        for entry in names.sorted(by: { $0.lowercased() < $1.lowercased() }) where !entry.hasPrefix(".") {
            guard files.count < fileLimit else { return }
            let path = folder + "/" + entry
            switch try? Stat(path, followTargetSymlink: false).type {
            case .directory?: folders.append(entry)
            case .regular? where !segments.contains(path):
                let file = file(path, name: name + entry)
                if file.kind != .other { files.append(file) }
            default: break
            }
        }
        guard depth < depthLimit else { return }
        for entry in folders {
            collect(
                folder + "/" + entry,
                name: name + entry + "/",
                depth: depth + 1,
                segments: segments,
                into: &files
            )
        }
    }

    private static func file(_ path: String, name: String) -> RemoteFile {
        RemoteFile(
            id: TokenVerifier.newSecret(),
            name: name,
            path: path,
            contentType: ContentType.guess(fileName: name)
        )
    }
}

/// A file on this machine that pages can cast.
struct RemoteFile: Sendable, Hashable, Identifiable {
    /// A random id, which does not reveal where the file is.
    var id: String
    /// The displayed name: the last part of the path, with the subfolders if the file is in a shared folder.
    var name: String
    /// The path, which is never shown.
    var path: String
    /// The media type, derived from the name.
    var contentType: String

    enum Kind: Sendable, Hashable {
        case film, music, picture, other
    }

    var isPlaylist: Bool { contentType == HLSPlaylistFile.contentType }

    var kind: Kind {
        switch contentType.prefix(while: { $0 != "/" }) {
        case "video": .film
        case "audio": .music
        case "image": .picture
        default: contentType == HLSPlaylistFile.contentType ? .film : .other
        }
    }

    /// The title on the device: the name without folders and extension.
    var title: String {
        let last = name.split(separator: "/").last.map(String.init) ?? name
        guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return last }
        return String(last[..<dot])
    }
}
