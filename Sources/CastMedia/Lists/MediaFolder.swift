// SPDX-License-Identifier: Apache-2.0

import SystemPackage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds the media files in a folder.
public enum MediaFolder {
    /// The maximum depth of subfolders.
    static let depthLimit = 32
    /// The maximum number of folders that are read.
    static let folderLimit = 10_000

    /// Returns the paths of the videos, audio files and images in a folder, in natural order.
    ///
    /// The name extension determines what is media. Subtitles, playlists, hidden files and single segments of streams
    /// are not included. Symbolic links are followed, and each folder is read once. Subfolders that cannot be read
    /// are skipped.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - isRecursive: Whether the files of subfolders, to a depth of 32, follow the files of the folder.
    ///   - limit: The maximum number of files.
    /// - Throws: ``MediaListError`` if the path is not a folder or the folder cannot be read.
    public static func files(
        in path: String,
        isRecursive: Bool = false,
        limit: Int = 10_000
    ) throws(MediaListError) -> [String] {
        let root = FileLookup.absolute(path)
        let resolved = FileLookup.resolve(root)
        switch FileLookup.kind(ofResolved: resolved) {
        case .folder: break
        case .file: throw MediaListError(.notAFolder, subject: path)
        case nil: throw MediaListError(.notReadable, subject: path)
        }
        var search = Search(isRecursive: isRecursive, limit: limit)
        guard search.read(root, resolved: resolved, depth: 0) else {
            throw MediaListError(.notReadable, subject: path)
        }
        return search.files
    }

    /// Returns whether the name of a file is that of a video, audio file or image.
    public static func isMedia(fileName: String) -> Bool {
        let type = ContentType.guess(fileName: fileName)
        guard type != "video/iso.segment" else { return false }
        // The types of RealMedia have the prefix of applications.
        return ["video/", "audio/", "image/", "application/vnd.rn-realmedia"].contains { type.hasPrefix($0) }
            && !MediaList.isNamed(fileName) && ContentType.fileExtension(fileName) != "asx"
    }

    private struct Search {
        let isRecursive: Bool
        let limit: Int
        var files: [String] = []
        /// The folders that were read, without symbolic links.
        var seen: Set<String> = []

        init(isRecursive: Bool, limit: Int) {
            self.isRecursive = isRecursive
            self.limit = limit
        }

        /// Adds the files of a folder.
        ///
        /// - Returns: Whether the folder could be read.
        @discardableResult
        mutating func read(_ folder: String, resolved: String, depth: Int) -> Bool {
            guard files.count < limit, seen.count < folderLimit, seen.insert(resolved).inserted else { return true }
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: resolved) else { return false }
            var folders: [(path: String, resolved: String)] = []
            let visible = names.filter { !$0.hasPrefix(".") }.sorted(by: NaturalOrder.areInIncreasingOrder)
            for name in visible {
                let isMedia = isMedia(fileName: name)
                guard isMedia || isRecursive else { continue }
                let path = Self.path(folder, name)
                let target = Self.target(Self.path(resolved, name))
                switch FileLookup.kind(ofResolved: target) {
                case .file? where isMedia:
                    guard files.count < limit else { return true }
                    files.append(path)
                case .folder? where isRecursive: folders.append((path, target))
                default: break
                }
            }
            guard depth < depthLimit else { return true }
            for folder in folders { read(folder.path, resolved: folder.resolved, depth: depth + 1) }
            return true
        }

        private static func path(_ folder: String, _ name: String) -> String {
            folder == "/" ? "/" + name : folder + "/" + name
        }

        /// Returns the target of a symbolic link, or the path itself.
        private static func target(_ path: String) -> String {
            let type = try? Stat(path, followTargetSymlink: false).type
            return type == .symbolicLink ? FileLookup.resolve(path) : path
        }
    }
}
