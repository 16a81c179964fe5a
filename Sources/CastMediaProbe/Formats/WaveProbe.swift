// SPDX-License-Identifier: Apache-2.0

/// A parser for WAVE in RIFF or RF64. RF64 has its sizes in a separate chunk (EBU Tech 3306).
enum WaveProbe {
    static func duration(_ window: inout ProbeWindow) async throws -> Double? {
        try await inspect(&window).duration
    }

    static func inspect(_ window: inout ProbeWindow) async throws -> MediaFacts {
        var facts = MediaFacts(container: .wave, duration: nil)
        var offset: UInt64 = 12
        var bytesPerSecond: UInt64 = 0
        var longSize: UInt64?
        while true {
            try window.step()
            var chunk = ByteCursor(try await window.bytes(at: offset, count: 40))
            guard let id = chunk.code(), let size = chunk.littleEndianNumber(bytes: 4) else { return facts }
            switch id {
            case "fmt ":
                if facts.tracks.isEmpty {
                    let format = try await window.bytes(at: offset + 8, count: Int(min(size, 40)))
                    facts.tracks = WaveFormat(format).map { [$0.track(0)] } ?? []
                }
                chunk.skip(8)
                guard let rate = chunk.littleEndianNumber(bytes: 4), size >= 16 else {
                    throw window.damaged(at: offset)
                }
                bytesPerSecond = rate
            case "ds64":
                chunk.skip(8)
                longSize = chunk.littleEndianNumber(bytes: 8)
            case "data":
                guard bytesPerSecond > 0 else { throw window.damaged(at: offset) }
                let isOpen = size == 0 || size == UInt64(UInt32.max)
                let rest = window.size.map { $0 - min($0, offset + 8) }
                let length = isOpen ? longSize ?? rest : size
                facts.duration = length.map { Double($0) / Double(bytesPerSecond) }
                return facts
            default:
                break
            }
            // Chunks are aligned to even offsets.
            guard let next = offset.adding(8 + size + size % 2) else { throw window.damaged(at: offset) }
            offset = next
        }
    }
}

/// The format chunk of WAVE, which AVI and Matroska use too (the WAVEFORMATEX structure).
struct WaveFormat {
    private var tag: UInt64
    private var channels: Int
    private var sampleRate: Int
    private var bits: Int

    init?(_ bytes: [UInt8]) {
        var fields = ByteCursor(bytes)
        guard let tag = fields.littleEndianNumber(bytes: 2), let channels = fields.littleEndianNumber(bytes: 2),
            let rate = fields.littleEndianNumber(bytes: 4)
        else { return nil }
        fields.skip(6)
        guard let bits = fields.littleEndianNumber(bytes: 2) else { return nil }
        // The extensible format has the tag at the beginning of its GUID.
        fields.skip(8)
        self.tag = tag == 0xFFFE ? fields.littleEndianNumber(bytes: 2) ?? tag : tag
        self.channels = Int(channels)
        self.sampleRate = Int(rate)
        self.bits = Int(bits)
    }

    var codec: MediaCodec {
        switch tag {
        case 0x01: .pcm(bits: bits, isSigned: bits > 8)
        case 0x03: .pcm(bits: bits, isFloat: true)
        case 0x06: "pcm_alaw"
        case 0x07: "pcm_mulaw"
        case 0x50: .mp2
        case 0x55: .mp3
        case 0xFF, 0x1600: .aac
        case 0x2000: .ac3
        case 0x2001: .dts
        case 0xF1AC: .flac
        default: .unknown
        }
    }

    func track(_ index: Int) -> TrackFacts {
        var track = TrackFacts(index: index, kind: .audio, codec: codec)
        track.channels = channels > 0 ? channels : nil
        track.sampleRate = sampleRate > 0 ? sampleRate : nil
        return track
    }
}

extension MediaCodec {
    /// Returns the name of uncompressed audio; `.unknown` if samples cannot have this size.
    static func pcm(bits: Int, isSigned: Bool = true, isFloat: Bool = false, isBigEndian: Bool = false) -> MediaCodec {
        guard isFloat ? [32, 64].contains(bits) : [8, 16, 24, 32, 64].contains(bits) else { return .unknown }
        let order = bits == 8 ? "" : isBigEndian ? "be" : "le"
        return MediaCodec(rawValue: "pcm_\(isFloat ? "f" : isSigned ? "s" : "u")\(bits)\(order)")
    }
}
