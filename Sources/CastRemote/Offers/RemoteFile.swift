/// A file of this machine that pages may cast.
struct RemoteFile: Sendable, Hashable, Identifiable {
    /// Random; says nothing about where the file is.
    var id: String
    /// As people see it: the last part of its path, with the folders in between where a folder was offered.
    var name: String
    /// Where it is. Never shown.
    var path: String
    /// Its media type, by its name.
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

    /// What the device shows as its title: its name without folders and extension.
    var title: String {
        let last = name.split(separator: "/").last.map(String.init) ?? name
        guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return last }
        return String(last[..<dot])
    }
}
