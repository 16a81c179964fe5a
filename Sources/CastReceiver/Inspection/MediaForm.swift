// SPDX-License-Identifier: Apache-2.0

/// The kind of a resource, as far as its name, content type or first bytes tell.
enum MediaForm: Hashable {
    enum Playlist: Hashable {
        case hls
        case dash
    }

    case playlist(Playlist)
    case image
    /// A file with audio or video.
    case container(PlayerItem.Kind)
    /// Playable media whose duration is not determined.
    case other
    case unknown

    /// Creates the kind from the content type and the URL.
    init(contentType: String, url: String) {
        let type = contentType.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
        switch type {
        case "application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl", "audio/x-mpegurl":
            self = .playlist(.hls)
        case "application/dash+xml": self = .playlist(.dash)
        case _ where type.hasPrefix("image/"): self = .image
        case _ where type.hasPrefix("video/"): self = .container(.video)
        case _ where type.hasPrefix("audio/"): self = .container(.audio)
        case _ where path.hasSuffix(".m3u8"): self = .playlist(.hls)
        case _ where path.hasSuffix(".mpd"): self = .playlist(.dash)
        default: self = .unknown
        }
    }

    /// Creates the kind from the first bytes.
    init(firstBytes: [UInt8]) {
        func starts(with bytes: [UInt8], at offset: Int = 0) -> Bool {
            firstBytes.dropFirst(offset).starts(with: bytes)
        }
        let text = String(decoding: firstBytes.prefix(512), as: UTF8.self)
        if text.hasPrefix("#EXTM3U") || text.hasPrefix("\u{FEFF}#EXTM3U") {
            self = .playlist(.hls)
        } else if text.contains("<MPD") {
            self = .playlist(.dash)
        } else if Self.imageSignatures.contains(where: { starts(with: $0) })
            || (starts(with: Array("RIFF".utf8)) && starts(with: Array("WEBP".utf8), at: 8))
        {
            self = .image
        } else if Self.otherSignatures.contains(where: { starts(with: $0) }) || Self.isTransportStream(firstBytes)
            || (starts(with: Array("RIFF".utf8)) && starts(with: Array("AVI ".utf8), at: 8))
        {
            self = .other
        } else {
            self = .unknown
        }
    }

    /// The signatures of PNG, JPEG, GIF and BMP.
    private static let imageSignatures: [[UInt8]] = [
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), Array("BM".utf8),
    ]
    /// The signatures of Ogg, AAC in ADTS (with and without checksum, MPEG-4 and MPEG-2) and FLV.
    private static let otherSignatures: [[UInt8]] = [
        Array("OggS".utf8), [0xFF, 0xF0], [0xFF, 0xF1], [0xFF, 0xF8], [0xFF, 0xF9], Array("FLV\u{1}".utf8),
    ]

    /// Returns whether this is an MPEG-2 transport stream: packets of 188 bytes that begin with 0x47 (ISO/IEC 13818-1).
    private static func isTransportStream(_ bytes: [UInt8]) -> Bool {
        bytes.count > 188 * 2 && [0, 188, 376].allSatisfy { bytes[$0] == 0x47 }
    }

    /// The Cast error number for a resource of this kind that cannot be reached (media namespace, detailedErrorCode).
    var networkErrorCode: Int {
        switch self {
        case .playlist(.hls): 311
        case .playlist(.dash): 321
        case .image, .container, .other, .unknown: 104
        }
    }
}
