import CastMedia
import Foundation

/// An HLS playlist among the shared files, and the files that it names (RFC 8216, section 4).
///
/// Segments are not shared by themselves: a folder of them would bury the list, and none of them is a video to a user.
struct HLSPlaylistFile {
    static let contentType = "application/vnd.apple.mpegurl"
    /// A playlist of some hours has a few hundred kilobytes.
    private static let sizeLimit = 4 << 20
    /// A playlist names playlists, which name segments.
    private static let depthLimit = 3
    /// The most files of one playlist; a day in segments of six seconds has 14,400.
    private static let fileLimit = 20_000

    private let folder: String
    private let text: String

    /// Nil when the file cannot be read, or is not a playlist.
    init?(path: String) {
        guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int, size <= Self.sizeLimit,
            let content = try? String(contentsOfFile: path, encoding: .utf8)
        else { return nil }
        text = content.hasPrefix("\u{FEFF}") ? String(content.dropFirst()) : content
        guard text.hasPrefix("#EXTM3U") else { return nil }
        folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }

    /// Whether a file name is that of a playlist.
    static func isNamed(_ name: some StringProtocol) -> Bool {
        name.lowercased().hasSuffix(".m3u8")
    }

    // MARK: Files

    /// The paths of the files that the playlist names, directly or by another playlist.
    func paths() -> Set<String> {
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

    /// Shares the playlist and every file that it names, each at an address of its own.
    ///
    /// The addresses in the playlist are replaced accordingly, so that a device needs no folder to be shared. Files that
    /// cannot be shared keep their address and are not found.
    func share(on server: MediaServer, name: String) -> OfferedMedia {
        var shared: [String: String] = [:]
        return share(on: server, name: name, &shared, depth: 1)
    }

    private func share(
        on server: MediaServer,
        name: String,
        _ shared: inout [String: String],
        depth: Int
    ) -> OfferedMedia {
        let text = rewritten { reference in
            guard let path = path(of: reference) else { return nil }
            if let known = shared[path] { return known }
            guard shared.count < Self.fileLimit else { return nil }
            let name = String(path.split(separator: "/").last ?? "segment")
            let media: OfferedMedia?
            if Self.isNamed(path) {
                media =
                    depth < Self.depthLimit
                    ? HLSPlaylistFile(path: path)?.share(on: server, name: name, &shared, depth: depth + 1) : nil
            } else {
                media = try? server.offer(file: path)
            }
            shared[path] = media?.path
            return media?.path
        }
        return server.offer(data: Array(text.utf8), contentType: Self.contentType, name: name)
    }

    // MARK: References

    /// The file that a reference of the playlist leads to: below the playlist's folder, not hidden, and by no link.
    private func path(of reference: Substring) -> String? {
        let reference = reference.prefix { $0 != "?" && $0 != "#" }
        guard !reference.isEmpty, !reference.contains(":"),
            let bytes = PercentEncoding.decode(reference), let decoded = String(validating: bytes, as: UTF8.self)
        else { return nil }
        var path = folder
        let parts = decoded.split(separator: "/", omittingEmptySubsequences: false).filter { $0 != "." }
        for (index, part) in parts.enumerated() {
            guard !part.isEmpty, !part.hasPrefix(".") else { return nil }
            path += "/" + part
            let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
            guard type == (index == parts.count - 1 ? .typeRegular : .typeDirectory) else { return nil }
        }
        return path
    }

    /// The text with other references: lines that are no comment, and the attribute `URI` of tags.
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
