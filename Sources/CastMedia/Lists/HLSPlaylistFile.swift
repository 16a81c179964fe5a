// SPDX-License-Identifier: Apache-2.0

import CastFiles
import CastWire
import NIOCore
import SystemPackage

/// An HLS playlist among the shared files, and the files that it references (RFC 8216, section 4).
///
/// Segments are not listed as files: they would flood the list, and a single segment is not a video to the user.
package struct HLSPlaylistFile {
    package static let contentType = "application/vnd.apple.mpegurl"
    /// The maximum size of a playlist, in bytes. A playlist of several hours has a few hundred kilobytes.
    private static let sizeLimit = 4 << 20
    /// The maximum depth of references: a playlist references playlists, which reference segments.
    private static let depthLimit = 3
    /// The maximum number of files of a playlist. A day in segments of six seconds has 14,400.
    private static let fileLimit = 20_000

    private let folder: String
    private let text: String

    /// Reads a playlist; nil if the file cannot be read or is not a playlist.
    package init?(path: String) {
        guard (try? Stat(path))?.type == .regular, let bytes = try? LimitedFile.read(path, limit: Self.sizeLimit + 1),
            bytes.count <= Self.sizeLimit, let content = String(validUTF8: bytes)
        else { return nil }
        text = content.hasPrefix("\u{FEFF}") ? String(content.dropFirst()) : content
        guard text.hasPrefix("#EXTM3U") else { return nil }
        folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }

    /// Whether a file has the name extension of a playlist.
    package static func isNamed(_ name: some StringProtocol) -> Bool {
        name.lowercased().hasSuffix(".m3u8")
    }

    // MARK: Files

    /// Returns the paths of the files that the playlist references, directly or by another playlist.
    package func paths() -> Set<String> {
        var found: Set<String> = []
        collect(into: &found, depth: 1)
        return found
    }

    private func collect(into found: inout Set<String>, depth: Int) {
        _ = rewritten { reference in
            guard found.count < Self.fileLimit, let path = path(of: reference), found.insert(path).inserted,
                Self.isNamed(path), depth < Self.depthLimit
            else { return nil }
            HLSPlaylistFile(path: path)?.collect(into: &found, depth: depth + 1)
            return nil
        }
    }

    /// Shares the playlist and every file that it references, each at its own URL.
    ///
    /// The references in the playlist are replaced by these URLs, so no folder has to be shared. References to files
    /// that cannot be shared are kept, and devices get a "not found" response for them. All files are withdrawn and
    /// restricted with the playlist.
    package func share(on server: MediaServer, name: String) -> SharedMedia {
        var shared: [String: SharedMedia] = [:]
        let text = rewritten(on: server, &shared, depth: 1)
        return Self.share(text, on: server, name: name, parts: Array(shared.values))
    }

    private static func share(
        _ text: String,
        on server: MediaServer,
        name: String,
        parts: [SharedMedia] = []
    ) -> SharedMedia {
        let content = ByteBuffer(string: text)
        return server.insert(
            .data(content),
            name: name,
            contentType: contentType,
            size: content.readableBytes,
            parts: parts
        )
    }

    /// Shares the referenced files and returns the text with their paths on the server.
    private func rewritten(on server: MediaServer, _ shared: inout [String: SharedMedia], depth: Int) -> String {
        rewritten { reference in
            guard let path = path(of: reference) else { return nil }
            if let known = shared[path] { return known.path }
            guard shared.count < Self.fileLimit else { return nil }
            let name = String(path.split(separator: "/").last ?? "segment")
            let media: SharedMedia?
            if Self.isNamed(path) {
                let playlist = depth < Self.depthLimit ? HLSPlaylistFile(path: path) : nil
                let text = playlist?.rewritten(on: server, &shared, depth: depth + 1)
                media = text.map { Self.share($0, on: server, name: name) }
            } else {
                media = try? server.share(file: path)
            }
            shared[path] = media
            return media?.path
        }
    }

    // MARK: References

    /// Returns the path of a referenced file, which must be below the playlist's folder, not hidden, and reached
    /// without symbolic links.
    private func path(of reference: Substring) -> String? {
        let reference = reference.prefix { $0 != "?" && $0 != "#" }
        guard !reference.isEmpty, !reference.contains(":"),
            let bytes = PercentEncoding.decode(reference), let decoded = String(validUTF8: bytes)
        else { return nil }
        var path = folder
        let parts = decoded.split(separator: "/", omittingEmptySubsequences: false).filter { $0 != "." }
        for (index, part) in parts.enumerated() {
            guard !part.isEmpty, !part.hasPrefix(".") else { return nil }
            path += "/" + part
            let type = try? Stat(path, followTargetSymlink: false).type
            guard type == (index == parts.count - 1 ? .regular : .directory) else { return nil }
        }
        return path
    }

    /// Returns the text with replaced references: lines that are not comments, and the attribute `URI` of tags.
    private func rewritten(_ replacement: (Substring) -> String?) -> String {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line -> String in
            guard line.hasPrefix("#") else {
                let reference = line.drop { $0.isWhitespace }
                guard !reference.isEmpty else { return String(line) }
                return replacement(reference) ?? String(line)
            }
            guard line.hasPrefix("#EXT"), let start = line.firstRange(of: "URI=\"")?.upperBound,
                let end = line[start...].firstIndex(of: "\""), let new = replacement(line[start..<end])
            else { return String(line) }
            return line[..<start] + new + line[end...]
        }
        .joined(separator: "\n")
    }
}
