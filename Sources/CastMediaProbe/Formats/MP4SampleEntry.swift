// SPDX-License-Identifier: Apache-2.0

/// The first entry of a sample description box, which contains the codec of a track.
struct MP4SampleEntry {
    private struct Child {
        var type: String
        var content: [UInt8]
    }

    private var type: String
    private var content: [UInt8]

    /// - Parameter description: The content of a sample description box, which may be truncated.
    init?(description: [UInt8]) {
        var cursor = ByteCursor(description)
        cursor.skip(8)
        guard let size = cursor.number(bytes: 4), size >= 8, let type = cursor.code() else { return nil }
        self.type = type
        content = Array(cursor.rest.prefix(Int(size - 8)))
    }

    /// Sets the codec of a track and the properties that depend on it. The kind of the track must be set.
    func apply(to track: inout TrackFacts) {
        switch track.kind {
        case .video: setVideo(&track)
        case .audio: setAudio(&track)
        case .subtitles: track.codec = subtitleCodec
        case .data: break
        }
    }

    /// Returns the boxes in a part of the content.
    private static func children(_ bytes: [UInt8]) -> [Child] {
        var cursor = ByteCursor(bytes)
        var children: [Child] = []
        while let size = cursor.number(bytes: 4), let type = cursor.code(), size >= 8 {
            // A box can extend beyond the bytes that were read.
            let available = min(size - 8, UInt64(cursor.count))
            guard let content = cursor.array(available), children.count < 64 else { break }
            children.append(Child(type: type, content: content))
        }
        return children
    }

    /// Returns the type of the entry, for an encrypted track that before encryption (ISO/IEC 14496-12, section 8.12).
    private func originalType(_ children: [Child]) -> String {
        guard ["encv", "enca"].contains(type),
            let protection = children.first(where: { $0.type == "sinf" }),
            let format = Self.children(protection.content).first(where: { $0.type == "frma" })
        else { return type }
        return String(decoding: format.content.prefix(4), as: UTF8.self)
    }

    private var subtitleCodec: MediaCodec {
        switch type {
        case "tx3g", "text": .movText
        case "wvtt": .webVTT
        case "stpp": .ttml
        case "c608": "eia_608"
        case "mp4s": .vobSub
        default: .unknown
        }
    }
}

extension MP4SampleEntry {
    /// The size of the fields of a video entry before its boxes.
    private static let videoFieldsSize = 78

    private func setVideo(_ track: inout TrackFacts) {
        var fields = ByteCursor(Array(content.dropFirst(24)))
        if let width = fields.number(bytes: 2), let height = fields.number(bytes: 2), width > 0, height > 0 {
            track.width = Int(width)
            track.height = Int(height)
        }
        let children = Self.children(Array(content.dropFirst(Self.videoFieldsSize)))
        let type = originalType(children)
        track.codec = Self.videoCodecs[type] ?? .unknown
        if type == "mp4v", let descriptor = children.first(where: { $0.type == "esds" }) {
            track.codec = MP4Descriptor(descriptor.content)?.codec ?? track.codec
        }
        for child in children {
            switch child.type {
            case "avcC": CodecConfiguration.avc(child.content)?.apply(to: &track)
            case "hvcC": CodecConfiguration.hevc(child.content)?.apply(to: &track)
            case "av1C": CodecConfiguration.av1(child.content)?.apply(to: &track)
            case "vpcC": CodecConfiguration.vp9(Array(child.content.dropFirst(4)))?.apply(to: &track)
            case "colr":
                var color = ByteCursor(child.content)
                guard ["nclx", "nclc"].contains(color.code()) else { continue }
                color.skip(2)
                let range = color.number(bytes: 2).flatMap { TrackFacts.DynamicRange(transferCharacteristics: $0) }
                track.dynamicRange = range ?? track.dynamicRange
            default: break
            }
        }
        let hasDolbyVision = children.contains { ["dvcC", "dvvC", "dvwC"].contains($0.type) }
        if hasDolbyVision || Self.dolbyVisionTypes.contains(type) { track.dynamicRange = .dolbyVision }
    }

    private static let dolbyVisionTypes: Set<String> = ["dvh1", "dvhe", "dva1", "dvav", "dav1"]

    private static let videoCodecs: [String: MediaCodec] = [
        "avc1": .h264, "avc2": .h264, "avc3": .h264, "avc4": .h264, "dva1": .h264, "dvav": .h264,
        "hvc1": .hevc, "hev1": .hevc, "dvh1": .hevc, "dvhe": .hevc, "av01": .av1, "dav1": .av1,
        "vp08": .vp8, "vp09": .vp9, "vc-1": .vc1, "mp4v": .mpeg4, "jpeg": .motionJPEG, "mjpa": .motionJPEG,
        "mjpb": "mjpegb", "png ": "png", "s263": "h263", "apcn": "prores", "apch": "prores", "apcs": "prores",
        "apco": "prores", "ap4h": "prores", "ap4x": "prores",
    ]
}

extension MP4SampleEntry {
    private func setAudio(_ track: inout TrackFacts) {
        var fields = ByteCursor(Array(content.dropFirst(8)))
        let version = fields.number(bytes: 2) ?? 0
        fields.skip(6)
        var channels = fields.number(bytes: 2) ?? 0
        var bits = fields.number(bytes: 2) ?? 0
        fields.skip(4)
        var rate = (fields.number(bytes: 4) ?? 0) >> 16
        var flags: UInt64?
        if version == 2 {
            // Version 2 of QuickTime has its own fields for high rates and many channels.
            fields.skip(4)
            let exact = fields.number(bytes: 8).map { Double(bitPattern: $0) } ?? 0
            rate = exact >= 1 && exact <= 10_000_000 ? UInt64(exact) : 0
            channels = fields.number(bytes: 4) ?? 0
            fields.skip(4)
            bits = fields.number(bytes: 4) ?? 0
            flags = fields.number(bytes: 4)
        }
        track.channels = (1...255).contains(channels) ? Int(channels) : nil
        track.sampleRate = rate > 0 ? Int(rate) : nil
        let children = audioChildren(version: version)
        let type = originalType(children)
        let sampleBits = Int(min(bits, 255))
        let isLittleEndian = children.contains { $0.type == "enda" && $0.content.dropFirst().first == 1 }
        track.codec =
            Self.audioCodecs[type] ?? Self.pcm(type, bits: sampleBits, flags: flags, isLittleEndian: isLittleEndian)
        for child in children { setAudio(child, type: type, &track) }
        if track.codec == .opus { track.sampleRate = 48_000 }
    }

    /// Sets the properties from a box of an audio entry.
    private func setAudio(_ child: Child, type: String, _ track: inout TrackFacts) {
        switch child.type {
        case "esds":
            guard let descriptor = MP4Descriptor(child.content), type == "mp4a" else { return }
            track.codec = descriptor.codec
            if track.codec == .aac { CodecConfiguration.aac(descriptor.configuration)?.apply(to: &track) }
        case "dac3": CodecConfiguration.dac3(child.content)?.apply(to: &track)
        case "dec3": CodecConfiguration.dec3(child.content)?.apply(to: &track)
        case "dfLa":
            guard let information = FLACStreamInformation(Array(child.content.dropFirst(4))) else { return }
            track.channels = information.channels
            if information.sampleRate > 0 { track.sampleRate = information.sampleRate }
        case "alac":
            var cookie = ByteCursor(Array(child.content.dropFirst(13)))
            guard let channels = cookie.number(bytes: 1), channels > 0 else { return }
            cookie.skip(10)
            guard let rate = cookie.number(bytes: 4), rate > 0 else { return }
            track.channels = Int(channels)
            track.sampleRate = Int(rate)
        case "dOps":
            if let channels = child.content.dropFirst().first, channels > 0 { track.channels = Int(channels) }
        case "pcmC":
            let fields = child.content.dropFirst(4)
            guard let flags = fields.first, let bits = fields.dropFirst().first else { return }
            track.codec = .pcm(bits: Int(bits), isFloat: type == "fpcm", isBigEndian: flags & 1 == 0)
        default: break
        }
    }

    /// Returns the boxes of an audio entry, and those in the `wave` box of QuickTime.
    private func audioChildren(version: UInt64) -> [Child] {
        var children = Self.children(Array(content.dropFirst(version == 2 ? 64 : 28)))
        if version == 1 {
            // QuickTime adds four fields in version 1; version 1 of MP4 does not.
            let quickTime = Self.children(Array(content.dropFirst(44)))
            let isPlausible = children.first.map { $0.type.utf8.allSatisfy { (32...126).contains($0) } } ?? false
            if !isPlausible { children = quickTime }
        }
        return children + children.filter { $0.type == "wave" }.flatMap { Self.children($0.content) }
    }

    private static let audioCodecs: [String: MediaCodec] = [
        "mp4a": .aac, "ac-3": .ac3, "ec-3": .eac3, "dtsc": .dts, "dtsh": .dts, "dtsl": .dts, "dtse": .dts,
        "Opus": .opus, "fLaC": .flac, "alac": .alac, ".mp3": .mp3, "mp3 ": .mp3, "ms\0U": .mp3, "mlpa": .trueHD,
        "ulaw": "pcm_mulaw", "alaw": "pcm_alaw", "samr": "amr_nb", "sawb": "amr_wb",
    ]

    private static func pcm(_ type: String, bits: Int, flags: UInt64?, isLittleEndian: Bool) -> MediaCodec {
        switch type {
        case "sowt": .pcm(bits: bits)
        case "twos", "NONE": .pcm(bits: bits, isBigEndian: true)
        case "raw ": .pcm(bits: bits, isSigned: bits > 8, isBigEndian: true)
        case "in24": .pcm(bits: 24, isBigEndian: !isLittleEndian)
        case "in32": .pcm(bits: 32, isBigEndian: !isLittleEndian)
        case "fl32": .pcm(bits: 32, isFloat: true, isBigEndian: !isLittleEndian)
        case "fl64": .pcm(bits: 64, isFloat: true, isBigEndian: !isLittleEndian)
        case "lpcm":
            // The flags are 1 for floating point, 2 for big-endian and 4 for signed samples.
            .pcm(
                bits: bits,
                isSigned: (flags ?? 4) & 4 != 0,
                isFloat: (flags ?? 0) & 1 != 0,
                isBigEndian: (flags ?? 2) & 2 != 0
            )
        default: .unknown
        }
    }
}

/// The elementary stream descriptor of the `esds` box (ISO/IEC 14496-1, section 7.2.6.5).
struct MP4Descriptor {
    private var objectType: UInt8
    /// The decoder configuration.
    private(set) var configuration: [UInt8] = []

    /// - Parameter bytes: The content of the box.
    init?(_ bytes: [UInt8]) {
        var cursor = ByteCursor(Array(bytes.dropFirst(4)))
        guard Self.header(&cursor)?.tag == 3 else { return nil }
        cursor.skip(2)
        let flags = cursor.number(bytes: 1) ?? 0
        if flags & 0x80 != 0 { cursor.skip(2) }
        if flags & 0x40 != 0 { _ = cursor.number(bytes: 1).map { cursor.array($0) } }
        if flags & 0x20 != 0 { cursor.skip(2) }
        guard Self.header(&cursor)?.tag == 4, let type = cursor.number(bytes: 1) else { return nil }
        objectType = UInt8(truncatingIfNeeded: type)
        cursor.skip(12)
        if let next = Self.header(&cursor), next.tag == 5 {
            configuration = cursor.array(next.size) ?? cursor.rest
        }
    }

    /// Reads the tag and the size of a descriptor. The size has seven bits in each byte.
    private static func header(_ cursor: inout ByteCursor) -> (tag: UInt64, size: UInt64)? {
        guard let tag = cursor.number(bytes: 1) else { return nil }
        var size: UInt64 = 0
        for _ in 0..<4 {
            guard let byte = cursor.number(bytes: 1) else { return nil }
            size = size << 7 | byte & 0x7F
            if byte & 0x80 == 0 { break }
        }
        return (tag, size)
    }

    var codec: MediaCodec {
        switch objectType {
        case 0x20: .mpeg4
        case 0x21: .h264
        case 0x23: .hevc
        case 0x40, 0x66...0x68: .aac
        case 0x60...0x65: .mpeg2Video
        case 0x69, 0x6B: .mp3
        case 0x6A: "mpeg1video"
        case 0x6C: .motionJPEG
        case 0x6D: "png"
        case 0xA3: .vc1
        case 0xA5: .ac3
        case 0xA6: .eac3
        case 0xA9...0xAC: .dts
        case 0xAD: .opus
        case 0xB1: .vp9
        case 0xDD: .vorbis
        default: .unknown
        }
    }
}
