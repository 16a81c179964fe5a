// SPDX-License-Identifier: Apache-2.0

/// Parses the formats of lists. The text is UTF-8.
struct MediaListParser {
    private(set) var list = MediaList()

    private let text: [UInt8]
    private let locations: MediaLocations
    private let entryLimit: Int
    private var isFull = false

    init(text: [UInt8], locations: MediaLocations, entryLimit: Int) {
        self.text = text
        self.locations = locations
        self.entryLimit = entryLimit
    }

    /// Adds an entry if its location can be used.
    ///
    /// - Returns: Whether the entry was added.
    @discardableResult
    private mutating func add(_ location: String, title: String?, duration: Double?, isURI: Bool = false) -> Bool {
        guard list.entries.count < entryLimit else {
            if !isFull { list.skip(location, "and later entries exceed the limit of \(entryLimit) entries") }
            isFull = true
            return false
        }
        switch locations.resolve(location, isURI: isURI) {
        case .location(let resolved):
            let entry = MediaList.Entry(location: resolved, title: title.flatMap(Self.title), duration: duration)
            list.entries.append(entry)
            return true
        case .skipped(let reason):
            list.skip(location, reason)
            return false
        }
    }

    private static func title(_ text: String) -> String? {
        let title = MediaList.displayed(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        return title.isEmpty ? nil : title
    }

    /// Returns a duration of at most a year, which is more than zero.
    private static func seconds(_ text: String, scale: Double = 1) -> Double? {
        guard text.utf8.count <= 32, let number = Double(text) else { return nil }
        let seconds = number * scale
        return seconds > 0 && seconds <= 366 * 86_400 ? seconds : nil
    }

    // MARK: M3U

    mutating func parseM3U() {
        var title: String?
        var duration: Double?
        for line in LineRanges(text) where !isFull {
            let range = text.trimmed(line)
            guard let first = range.first else { continue }
            guard text[first] == UInt8(ascii: "#") else {
                add(text.text(range), title: title, duration: duration)
                (title, duration) = (nil, nil)
                continue
            }
            if text.matches("#EXTINF:", at: first) {
                (title, duration) = information((first + 8)..<range.upperBound)
            } else if text.matches("#PLAYLIST:", at: first) {
                list.title = Self.title(text.text((first + 10)..<range.upperBound))
            }
        }
    }

    /// Parses `123 name="value",Title`. Commas between quotation marks do not start the title.
    private func information(_ range: Range<Int>) -> (title: String?, duration: Double?) {
        var isQuoted = false
        let comma = text[range].firstIndex { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ",") && !isQuoted
        }
        let end = comma ?? text[range].firstIndex(of: UInt8(ascii: ",")) ?? range.upperBound
        let number = text[range.lowerBound..<end].drop { $0 == 0x20 }
            .prefix { $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let title = end < range.upperBound ? text.text((end + 1)..<range.upperBound) : nil
        return (title, Self.seconds(String(decoding: number, as: UTF8.self)))
    }

    // MARK: PLS

    mutating func parsePLS() {
        var items: [Int: (file: String?, title: String?, duration: Double?)] = [:]
        var isPlaylist = true
        for line in LineRanges(text) {
            let range = text.trimmed(line)
            guard let first = range.first else { continue }
            if text[first] == UInt8(ascii: "[") {
                isPlaylist = text.text(range).lowercased() == "[playlist]"
            }
            guard isPlaylist, let equals = text[range].firstIndex(of: UInt8(ascii: "=")) else { continue }
            let key = text.text(text.trimmed(first..<equals)).lowercased()
            let value = text.text(text.trimmed((equals + 1)..<range.upperBound))
            guard let digits = key.firstIndex(where: { ("0"..."9").contains($0) }), let number = Int(key[digits...])
            else { continue }
            switch key[..<digits] {
            case "file": items[number, default: (nil, nil, nil)].file = value
            case "title": items[number, default: (nil, nil, nil)].title = value
            case "length": items[number, default: (nil, nil, nil)].duration = Self.seconds(value)
            default: break
            }
        }
        for (_, item) in items.sorted(by: { $0.key < $1.key }) where !isFull {
            guard let file = item.file, !file.isEmpty else { continue }
            add(file, title: item.title, duration: item.duration)
        }
    }

    // MARK: XSPF

    private struct Track {
        var locations: [String] = []
        var title: String?
        var creator: String?
        var duration: Double?
    }

    /// - Returns: Whether the document is a playlist.
    mutating func parseXSPF() throws(XMLRangeTokenizer.SyntaxError) -> Bool {
        var tokenizer = XMLRangeTokenizer(text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text[3...]) : text)
        var path: [String] = []
        var content = ""
        var track = Track()
        var isPlaylist = false
        while let token = try tokenizer.next() {
            switch token {
            case .open(let element) where !element.isEmpty:
                path.append(element.localName)
                if path.count == 1 {
                    guard element.localName == "playlist" else { return false }
                    isPlaylist = true
                }
                if path == ["playlist", "trackList", "track"] { track = Track() }
                content = ""
            case .open: break
            case .text(let range): content += XMLText.unescape(text.text(range))
            case .characterData(let range): content += text.text(range)
            case .close:
                read(content, of: path, into: &track)
                path.removeLast()
                content = ""
            }
        }
        return isPlaylist
    }

    private mutating func read(_ content: String, of path: [String], into track: inout Track) {
        if path == ["playlist", "title"] {
            list.title = Self.title(content)
            return
        }
        guard path.starts(with: ["playlist", "trackList", "track"]) else { return }
        guard path.count == 4 else {
            if path.count == 3 { add(track) }
            return
        }
        let text = content.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        switch path[3] {
        case "location": if track.locations.count < 16 { track.locations.append(text) }
        case "title": track.title = text
        case "creator": track.creator = text
        case "duration": track.duration = Self.seconds(text, scale: 0.001)
        default: break
        }
    }

    /// Adds a track with the first of its locations that can be used.
    private mutating func add(_ track: Track) {
        let title = [track.creator, track.title].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " - ")
        for location in track.locations where !location.isEmpty {
            if add(location, title: title, duration: track.duration, isURI: true) { return }
        }
    }
}
