import CastMedia
import Foundation

/// Finds what may be cast among the files and folders that were named.
enum RemoteFolder {
    /// The most files that are offered.
    static let fileLimit = 2_000
    /// How far below a folder files are found.
    static let depthLimit = 6

    /// The files; in folders those that look like media, by name. Links inside of folders are not followed, hidden files
    /// are passed over, and so are the segments of HLS playlists.
    ///
    /// - Throws: ``WebRemoteError`` for a path that leads nowhere.
    static func files(_ paths: [String]) throws(WebRemoteError) -> [RemoteFile] {
        var files: [RemoteFile] = []
        for path in paths {
            // Whoever named it chose what a link leads to.
            let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: real, isDirectory: &isFolder) else {
                throw WebRemoteError(.fileNotReadable, "\(path) cannot be cast: there is no such file")
            }
            if isFolder.boolValue {
                collect(real, name: "", depth: 0, into: &files)
            } else {
                files.append(file(real, name: String(path.split(separator: "/").last ?? "file")))
            }
        }
        return Array(files.prefix(fileLimit))
    }

    /// - Parameter segments: The files that playlists name, which are played by way of these.
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
            let kind = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
            switch kind {
            case .typeDirectory?: folders.append(entry)
            case .typeRegular? where !segments.contains(path):
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
        RemoteFile(id: TokenGate.newSecret(), name: name, path: path, contentType: ContentType.guess(fileName: name))
    }
}
