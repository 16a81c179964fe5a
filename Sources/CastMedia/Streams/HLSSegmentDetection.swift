// SPDX-License-Identifier: Apache-2.0

/// Detection of the container format of HLS segments, which a Cast device needs before it loads a stream.
package enum HLSSegmentDetection {
    /// A format. The raw values are those of the Cast protocol.
    package enum Format: String, Sendable, Hashable, CaseIterable {
        /// An MPEG transport stream.
        case ts
        /// An MPEG transport stream that contains only AAC audio.
        case tsAAC = "ts_aac"
        /// Fragmented MP4.
        case fmp4
        case aac
        case ac3
        case mp3
        case eac3 = "e_ac3"
    }

    /// Returns the format that a media playlist shows, or `nil` if only the content of a segment shows it.
    package static func byPlaylist(_ playlist: HLSManifest) -> Format? {
        // Transport streams can also have an initialization section. The name of the section shows this.
        if let map = playlist.mapURI { return byExtension(map) == .ts ? .ts : .fmp4 }
        return playlist.firstSegments.lazy.compactMap(byExtension).first
    }

    /// Returns the format for the file name extension in a URI, or `nil` if the extension is not known.
    package static func byExtension(_ uri: String) -> Format? {
        let path = uri.prefix { $0 != "?" && $0 != "#" }
        return switch ContentType.fileExtension(String(path)) {
        case "ts", "m2ts", "mts", "m2t": .ts
        case "m4s", "mp4", "m4v", "m4a", "cmfv", "cmfa", "cmft", "fmp4": .fmp4
        case "aac", "adts": .aac
        case "ac3": .ac3
        case "ec3", "eac3": .eac3
        case "mp3": .mp3
        default: nil
        }
    }

    /// Returns the format of the beginning of a segment, or `nil` if it has no known signature.
    ///
    /// 4 KiB are sufficient in most cases. Packed audio starts with an ID3 tag, and the format is found only if the
    /// bytes reach beyond the tag. Segments that are encrypted as a whole have no signature.
    package static func byFirstBytes(_ bytes: [UInt8]) -> Format? {
        var start = 0
        while let length = tagLength(bytes, at: start) {
            guard length < bytes.count - start else { return nil }
            start += length
        }
        let hasTag = start > 0
        if !hasTag, bytes.count > 188, bytes[0] == 0x47, bytes[188] == 0x47 { return .ts }
        if !hasTag, boxTypes.contains(where: { bytes.matches($0, at: 4) }) { return .fmp4 }
        guard bytes.count - start >= 6 else { return nil }
        if bytes[start] == 0x0B, bytes[start + 1] == 0x77 {
            // The bit stream identification distinguishes the formats (ETSI TS 102 366, annex E).
            return switch bytes[start + 5] >> 3 {
            case 0...10: .ac3
            case 11...16: .eac3
            default: nil
            }
        }
        guard bytes[start] == 0xFF else { return nil }
        if bytes[start + 1] & 0xF6 == 0xF0 { return .aac }
        // Layer III with a valid bit rate and sample rate.
        let isMP3 =
            bytes[start + 1] & 0xE6 == 0xE2 && bytes[start + 2] & 0xF0 != 0xF0 && bytes[start + 2] & 0x0C != 0x0C
        return isMP3 ? .mp3 : nil
    }

    private static let boxTypes: [StaticString] = ["ftyp", "styp", "moof", "sidx", "moov", "emsg", "prft"]

    /// Returns the length of an ID3 tag with its header and footer, or `nil` if there is none.
    private static func tagLength(_ bytes: [UInt8], at start: Int) -> Int? {
        guard bytes.matches("ID3", at: start), bytes.count - start >= 10 else { return nil }
        let size = bytes[(start + 6)..<(start + 10)].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
        return 10 + size + (bytes[start + 5] & 0x10 != 0 ? 10 : 0)
    }
}
