// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A subtitle file that belongs to a media file by its name or folder.
public struct SidecarSubtitle: Sendable, Hashable {
    /// The path of the file.
    public var path: String
    /// The language as a BCP 47 tag, if the name contains it.
    public var language: String?
    /// The other words in the name, such as `Commentary`.
    public var title: String?
    /// Whether the subtitles contain only the parts in foreign languages.
    public var isForced: Bool
    /// Whether the subtitles describe sounds for viewers with impaired hearing.
    public var isForHearingImpaired: Bool

    /// Creates a description of a subtitle file.
    public init(
        path: String,
        language: String? = nil,
        title: String? = nil,
        isForced: Bool = false,
        isForHearingImpaired: Bool = false
    ) {
        self.path = path
        self.language = language
        self.title = title
        self.isForced = isForced
        self.isForHearingImpaired = isForHearingImpaired
    }

    private init(path: String, name: SubtitleName) {
        self.init(
            path: path,
            language: name.language,
            title: name.title,
            isForced: name.isForced,
            isForHearingImpaired: name.isForHearingImpaired
        )
    }
}

extension SidecarSubtitle {
    /// Returns the description of a subtitle file by the words at the end of its name, such as `film.de.forced.srt`.
    package static func describing(_ path: String) -> SidecarSubtitle {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return SidecarSubtitle(path: path, name: SubtitleName(unrelatedName: split(name).stem))
    }

    /// The maximum number of files that ``find(for:list:)`` returns.
    private static let maximumCount = 32
    private static let folders: Set = ["subs", "subtitles", "sub", "subtitle"]
    private static let subtitleExtensions: Set = ["srt", "vtt", "ass", "ssa", "ttml", "dfxp"]
    private static let mediaExtensions: Set = [
        "mkv", "mp4", "m4v", "webm", "avi", "mov", "ts", "m2ts", "mts", "mpg", "mpeg", "wmv", "flv", "ogv", "ogm",
        "3gp", "divx", "vob",
    ]

    /// Returns the subtitle files of a media file on this machine.
    ///
    /// - Parameter mediaPath: The path of the media file.
    public static func find(for mediaPath: String) -> [SidecarSubtitle] {
        find(for: mediaPath) { (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? [] }
    }

    /// Returns the subtitle files of a media file, at most 32.
    ///
    /// For `film.mkv`, these are files in the same folder such as `film.srt` and `film.en.forced.srt`, files in its
    /// subfolders `Subs` and `Subtitles` with such names, and all files in `Subs/film`. If the folder has no other
    /// media file, all subtitle files in these subfolders belong to it.
    ///
    /// - Parameters:
    ///   - mediaPath: The path of the media file.
    ///   - list: Returns the names of the files and folders in a folder, or none if it does not exist.
    public static func find(for mediaPath: String, list: (String) -> [String]) -> [SidecarSubtitle] {
        let slash = mediaPath.lastIndex(of: "/")
        let prefix = slash.map { String(mediaPath[...$0]) } ?? ""
        let mediaName = slash.map { String(mediaPath[mediaPath.index(after: $0)...]) } ?? mediaPath
        let stem = split(mediaName).stem
        guard !stem.isEmpty else { return [] }
        let names = names(in: prefix, list)
        let otherStems = names.filter { $0 != mediaName && mediaExtensions.contains(split($0).extension) }
            .map { split($0).stem }.filter { $0 != stem }
        // `film.2.srt` belongs to `film.2.mkv` rather than to `film.mkv`.
        let longerStems = otherStems.filter { $0.hasPrefix(stem + ".") }

        func related(_ names: [String], in prefix: String, includingUnrelated: Bool) -> [SidecarSubtitle] {
            names.compactMap { name in
                let (base, type) = split(name)
                guard subtitleExtensions.contains(type) else { return nil }
                if base == stem || base.hasPrefix(stem + ".") {
                    guard !longerStems.contains(where: { base == $0 || base.hasPrefix($0 + ".") }) else { return nil }
                    return SidecarSubtitle(path: prefix + name, name: SubtitleName(suffix: base.dropFirst(stem.count)))
                }
                return includingUnrelated
                    ? SidecarSubtitle(path: prefix + name, name: SubtitleName(unrelatedName: base)) : nil
            }
        }

        var found = related(names, in: prefix, includingUnrelated: false)
        for folder in names where folders.contains(folder.lowercased()) && found.count < maximumCount {
            let path = prefix + folder + "/"
            let inner = Self.names(in: path, list)
            found += related(inner, in: path, includingUnrelated: otherStems.isEmpty)
            if inner.contains(stem) {
                let path = path + stem + "/"
                found += related(Self.names(in: path, list), in: path, includingUnrelated: true)
            }
        }
        return Array(found.prefix(maximumCount))
    }

    /// Returns the names in a folder, in natural order. The folder's path ends with a slash or is empty.
    private static func names(in prefix: String, _ list: (String) -> [String]) -> [String] {
        let folder = prefix.isEmpty ? "." : prefix == "/" ? "/" : String(prefix.dropLast())
        return list(folder)
            .filter { !$0.isEmpty && $0 != ".." && !$0.utf8.contains(UInt8(ascii: "/")) && !$0.utf8.contains(0) }
            .sorted(by: NaturalOrder.areInIncreasingOrder)
    }

    private static func split(_ name: String) -> (stem: String, extension: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), name[name.index(after: dot)...].lowercased())
    }
}
