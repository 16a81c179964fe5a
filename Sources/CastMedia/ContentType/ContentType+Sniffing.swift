// SPDX-License-Identifier: Apache-2.0

extension ContentType {
    /// Returns the media type that the first bytes of a file indicate, or `nil` if no signature matches.
    static func sniff(_ bytes: [UInt8]) -> String? {
        signatures.first { $0.matches(bytes) }?.type ?? isoMedia(bytes) ?? matroska(bytes) ?? ogg(bytes)
            ?? transportStream(bytes) ?? mpegAudio(bytes) ?? text(bytes)
    }

    private struct Signature {
        var type: String
        var offset = 0
        var bytes: [UInt8]
        var second: (offset: Int, bytes: [UInt8])?

        func matches(_ content: [UInt8]) -> Bool {
            content.has(bytes, at: offset) && (second.map { content.has($0.bytes, at: $0.offset) } ?? true)
        }
    }

    private static let signatures: [Signature] = [
        Signature(type: "image/jpeg", bytes: [0xFF, 0xD8, 0xFF]),
        Signature(type: "image/png", bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        Signature(type: "image/gif", bytes: Array("GIF8".utf8)),
        Signature(type: "image/bmp", bytes: Array("BM".utf8), second: (6, [0, 0, 0, 0])),
        Signature(type: "image/tiff", bytes: [0x49, 0x49, 42, 0]),
        Signature(type: "image/tiff", bytes: [0x4D, 0x4D, 0, 42]),
        Signature(type: "image/webp", bytes: Array("RIFF".utf8), second: (8, Array("WEBP".utf8))),
        Signature(type: "audio/wav", bytes: Array("RIFF".utf8), second: (8, Array("WAVE".utf8))),
        Signature(type: "video/x-msvideo", bytes: Array("RIFF".utf8), second: (8, Array("AVI ".utf8))),
        Signature(type: "audio/aiff", bytes: Array("FORM".utf8), second: (8, Array("AIF".utf8))),
        Signature(type: "audio/flac", bytes: Array("fLaC".utf8)),
        Signature(type: "audio/mpeg", bytes: Array("ID3".utf8)),
        Signature(type: "video/x-flv", bytes: Array("FLV".utf8) + [1]),
        Signature(type: "video/x-ms-asf", bytes: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]),
        Signature(type: "video/mpeg", bytes: [0, 0, 1, 0xBA]),
        Signature(type: "video/mpeg", bytes: [0, 0, 1, 0xB3]),
    ]

    /// Matches the ISO base media file format (MP4 and related types), which the major brand distinguishes.
    private static func isoMedia(_ bytes: [UInt8]) -> String? {
        guard bytes.has(Array("ftyp".utf8), at: 4), bytes.count >= 12 else { return nil }
        return switch String(decoding: bytes[8..<12], as: UTF8.self) {
        case "M4A ", "M4B ": "audio/mp4"
        case "qt  ": "video/quicktime"
        case "avif", "avis": "image/avif"
        case "heic", "heix", "heim", "heis", "hevc", "hevx": "image/heic"
        // The compatible brands say how the pictures are coded.
        case "mif1", "msf1": bytes.prefix(64).contains(Array("avif".utf8)) ? "image/avif" : "image/heic"
        case let brand where brand.hasPrefix("3g2"): "video/3gpp2"
        case let brand where brand.hasPrefix("3gp"): "video/3gpp"
        default: "video/mp4"
        }
    }

    /// Matches an EBML header, whose document type distinguishes Matroska from WebM.
    private static func matroska(_ bytes: [UInt8]) -> String? {
        guard bytes.has([0x1A, 0x45, 0xDF, 0xA3], at: 0) else { return nil }
        return bytes.prefix(64).contains(Array("webm".utf8)) ? "video/webm" : "video/x-matroska"
    }

    /// Matches Ogg. The first page contains the header of the first stream.
    private static func ogg(_ bytes: [UInt8]) -> String? {
        guard bytes.has(Array("OggS".utf8), at: 0) else { return nil }
        let isVideo =
            bytes.prefix(64).contains([0x80] + Array("theora".utf8)) || bytes.has(Array("\u{1}video".utf8), at: 28)
        return isVideo ? "video/ogg" : "audio/ogg"
    }

    /// Matches an MPEG transport stream: packets of 188 bytes, or of 192 on discs, that start with a synchronization
    /// byte.
    private static func transportStream(_ bytes: [UInt8]) -> String? {
        isSynchronized(bytes, from: 0, every: 188) || isSynchronized(bytes, from: 4, every: 192) ? "video/mp2t" : nil
    }

    /// Returns whether at least two packets, and all of them, start with the synchronization byte 0x47.
    private static func isSynchronized(_ bytes: [UInt8], from first: Int, every length: Int) -> Bool {
        let starts = stride(from: first, to: bytes.count, by: length)
        return first + length < bytes.count && starts.allSatisfy { bytes[$0] == 0x47 }
    }

    private static func mpegAudio(_ bytes: [UInt8]) -> String? {
        guard bytes.count >= 4, bytes[0] == 0xFF else { return nil }
        if bytes[1] & 0xF6 == 0xF0 {
            return "audio/aac"
        }
        let isFrame = bytes[1] & 0xE6 == 0xE2 && bytes[2] & 0xF0 != 0xF0 && bytes[2] & 0x0C != 0x0C
        return isFrame ? "audio/mpeg" : nil
    }

    private static func text(_ bytes: [UInt8]) -> String? {
        let start = bytes.has([0xEF, 0xBB, 0xBF], at: 0) ? 3 : 0
        if bytes.has(Array("WEBVTT".utf8), at: start) {
            return "text/vtt"
        }
        guard bytes.has(Array("#EXTM3U".utf8), at: start) else { return nil }
        return bytes.contains(Array("#EXT-X-".utf8)) ? "application/vnd.apple.mpegurl" : "audio/x-mpegurl"
    }
}

extension [UInt8] {
    fileprivate func has(_ bytes: [UInt8], at offset: Int) -> Bool {
        offset + bytes.count <= count && self[offset..<(offset + bytes.count)].elementsEqual(bytes)
    }
}
