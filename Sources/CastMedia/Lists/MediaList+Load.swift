// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension MediaList {
    /// Reads a list from a file and replaces the lists among its entries by their entries.
    ///
    /// Each list is expanded once, so lists that name each other end. Lists at URLs and HLS streams remain entries.
    /// At most 16 MiB are read in total.
    ///
    /// - Parameters:
    ///   - path: The path of the list. A relative path is resolved against the current folder.
    ///   - limits: The limits for the content.
    /// - Throws: ``MediaListError`` if the list cannot be read. Lists in it that cannot be read are in ``skipped``.
    public static func load(path: String, limits: Limits = .init()) throws(MediaListError) -> MediaList {
        var expansion = Expansion(limits: limits)
        let list = try expansion.read(FileLookup.absolute(path))
        expansion.result.title = list.title
        expansion.append(list, depth: 1)
        return expansion.result
    }

    private struct Expansion {
        let limits: Limits
        var result = MediaList()
        /// The paths of the lists that were read, without symbolic links.
        var seen: Set<String> = []
        var remainingBytes = 16 << 20
        var remainingLists = 1_000
        var isFull = false

        init(limits: Limits) { self.limits = limits }

        mutating func append(_ list: MediaList, depth: Int) {
            for skipped in list.skipped { result.skip(skipped.location, skipped.reason) }
            for entry in list.entries where !isFull {
                if entry.location.hasPrefix("/"), MediaList.isNamed(entry.location) {
                    expand(entry, depth: depth)
                } else {
                    add(entry)
                }
            }
        }

        private mutating func add(_ entry: Entry) {
            guard result.entries.count < limits.entries else {
                isFull = true
                result.skip(entry.location, "and later entries exceed the limit of \(limits.entries) entries")
                return
            }
            result.entries.append(entry)
        }

        private mutating func expand(_ entry: Entry, depth: Int) {
            guard !seen.contains(FileLookup.resolve(entry.location)) else {
                result.skip(entry.location, "is a playlist that is already part of this one")
                return
            }
            guard depth < limits.depth else {
                result.skip(entry.location, "is nested in too many playlists")
                return
            }
            guard remainingBytes > 0, remainingLists > 0 else {
                result.skip(entry.location, "exceeds the limit for playlists in playlists")
                return
            }
            do throws(MediaListError) {
                append(try read(entry.location), depth: depth + 1)
            } catch {
                if error.code == .isStream {
                    add(entry)
                } else {
                    result.skip(entry.location, error.description)
                }
            }
        }

        mutating func read(_ path: String) throws(MediaListError) -> MediaList {
            let resolved = FileLookup.resolve(path)
            remainingLists -= 1
            switch FileLookup.kind(ofResolved: resolved) {
            case .file(let size):
                guard size <= min(limits.bytes, remainingBytes) else { throw MediaListError(.tooLarge, subject: path) }
                remainingBytes -= size
            case .folder: throw MediaListError(.notAFile, subject: path)
            case nil:
                let exists = FileManager.default.fileExists(atPath: resolved)
                throw MediaListError(exists ? .notAFile : .notReadable, subject: path)
            }
            guard let data = FileManager.default.contents(atPath: resolved) else {
                throw MediaListError(.notReadable, subject: path)
            }
            let list = try MediaList(
                parsing: Array(data),
                fileName: path,
                base: .folder(MediaLocations.path(path + "/..", in: "/")),
                limits: limits
            )
            // Streams are not added, because they can occur several times.
            seen.insert(resolved)
            return list
        }
    }
}
