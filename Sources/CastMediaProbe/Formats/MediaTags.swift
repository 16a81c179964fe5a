// SPDX-License-Identifier: Apache-2.0

/// The tags of a media file that the facts contain.
struct MediaTags: Sendable, Equatable {
    var title: String?
    var artist: String?
    var album: String?

    init() {}

    /// The maximum size of a tag's text in bytes. The rest is ignored.
    static let maximumTextSize = 4096

    /// Parses the frames of an ID3v2 tag at the beginning of `bytes`, which may be truncated.
    init(id3 bytes: [UInt8]) {
        guard let tag = Self.id3Frames(bytes) else { return }
        var cursor = tag.frames
        while let (name, text) = Self.frame(&cursor, version: tag.version) {
            switch name {
            case "TIT2", "TT2": title = title ?? Self.id3Text(text)
            case "TPE1", "TP1": artist = artist ?? Self.id3Text(text)
            case "TALB", "TAL": album = album ?? Self.id3Text(text)
            default: break
            }
        }
    }

    /// Returns a cursor at the first frame of an ID3v2 tag, and the version of the tag; `nil` if there is none.
    static func id3Frames(_ bytes: [UInt8]) -> (frames: ByteCursor, version: UInt8)? {
        guard bytes.count > 10, bytes.starts(with: "ID3".utf8), (2...4).contains(bytes[3]) else { return nil }
        let version = bytes[3]
        let flags = bytes[5]
        let size = bytes[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
        var content = Array(bytes.dropFirst(10).prefix(size))
        // Version 2.4 applies unsynchronization to frames, whose sizes include it.
        if flags & 0x80 != 0, version < 4 { content = synchronized(content) }
        var cursor = ByteCursor(content)
        if flags & 0x40 != 0, version > 2 {
            // The size of the extended header includes its own size field only in version 2.4.
            guard let extended = cursor.number(bytes: 4),
                cursor.array(version == 4 ? max(synchsafe(extended), 4) - 4 : extended) != nil
            else { return nil }
        }
        return (cursor, version)
    }

    /// Parses a Vorbis comment: a list of names and values in UTF-8, which may be truncated.
    init(vorbisComment bytes: [UInt8]) {
        var cursor = ByteCursor(bytes)
        guard let vendor = cursor.littleEndianNumber(bytes: 4), cursor.array(vendor) != nil,
            let count = cursor.littleEndianNumber(bytes: 4)
        else { return }
        for _ in 0..<count {
            guard let size = cursor.littleEndianNumber(bytes: 4), let comment = cursor.array(size) else { return }
            guard let equals = comment.prefix(16).firstIndex(of: UInt8(ascii: "=")) else { continue }
            let text = Self.text(comment.dropFirst(equals + 1))
            switch String(decoding: comment.prefix(equals), as: UTF8.self).uppercased() {
            case "TITLE": title = title ?? text
            case "ARTIST": artist = artist ?? text
            case "ALBUM": album = album ?? text
            default: break
            }
        }
    }

    /// Returns text in UTF-8 up to its first NUL character, without white space around it; `nil` if it is empty.
    static func text(_ bytes: some Sequence<UInt8>) -> String? {
        trimmed(String(decoding: bytes.prefix { $0 != 0 }.prefix(maximumTextSize), as: UTF8.self))
    }

    private static func trimmed(_ text: String) -> String? {
        let start = text.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(start[...last])
    }

    /// Reads the next frame; `nil` at the end of the frames.
    static func frame(_ cursor: inout ByteCursor, version: UInt8) -> (name: String, content: [UInt8])? {
        let fieldSize = version == 2 ? 3 : 4
        guard let name = cursor.array(UInt64(fieldSize)), name.first != 0, let raw = cursor.number(bytes: fieldSize)
        else { return nil }
        let flags = version == 2 ? 0 : cursor.number(bytes: 2) ?? 0
        guard var content = cursor.array(version == 4 ? synchsafe(raw) : raw) else { return nil }
        if version == 4, flags & 2 != 0 { content = synchronized(content) }
        if version == 4, flags & 1 != 0 { content = Array(content.dropFirst(4)) }
        return (String(decoding: name, as: UTF8.self), content)
    }

    private static func synchsafe(_ value: UInt64) -> UInt64 {
        (value >> 24 & 0x7F) << 21 | (value >> 16 & 0x7F) << 14 | (value >> 8 & 0x7F) << 7 | value & 0x7F
    }

    /// Removes the zero bytes that unsynchronization inserts after 0xFF (ID3v2.4, section 6.1).
    private static func synchronized(_ bytes: [UInt8]) -> [UInt8] {
        var previous: UInt8 = 0
        return bytes.filter { byte in
            defer { previous = byte }
            return byte != 0 || previous != 0xFF
        }
    }

    /// Returns the first value of a text frame, whose first byte is the encoding.
    private static func id3Text(_ content: [UInt8]) -> String? {
        let bytes = content.dropFirst().prefix(maximumTextSize)
        switch content.first {
        case 0:
            // ISO 8859-1 consists of the first 256 Unicode characters.
            let scalars = bytes.prefix { $0 != 0 }.map { Unicode.Scalar($0) }
            return trimmed(String(String.UnicodeScalarView(scalars)))
        case 1:
            let isLittleEndian = bytes.starts(with: [0xFF, 0xFE])
            let hasMark = isLittleEndian || bytes.starts(with: [0xFE, 0xFF])
            return utf16(bytes.dropFirst(hasMark ? 2 : 0), isLittleEndian: isLittleEndian)
        case 2: return utf16(bytes, isLittleEndian: false)
        case 3: return text(bytes)
        default: return nil
        }
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) -> String? {
        var cursor = ByteCursor(Array(bytes))
        var units: [UInt16] = []
        while let unit = isLittleEndian ? cursor.littleEndianNumber(bytes: 2) : cursor.number(bytes: 2), unit != 0 {
            units.append(UInt16(truncatingIfNeeded: unit))
        }
        return trimmed(String(decoding: units, as: UTF16.self))
    }
}

extension MediaFacts {
    init(container: Container, duration: Double?, tracks: [TrackFacts], tags: MediaTags) {
        self.init(
            container: container,
            duration: duration,
            tracks: tracks,
            title: tags.title,
            artist: tags.artist,
            album: tags.album
        )
    }
}
