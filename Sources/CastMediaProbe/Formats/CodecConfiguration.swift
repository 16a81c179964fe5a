// SPDX-License-Identifier: Apache-2.0

/// Parsers for the decoder configurations that MP4 and Matroska store for each track.
enum CodecConfiguration {
    /// Parses the `avcC` record of H.264 (ISO/IEC 14496-15, section 5.3.3.1).
    static func avc(_ bytes: [UInt8]) -> VideoConfiguration? {
        guard bytes.count >= 7, bytes[0] == 1 else { return nil }
        var record = ByteCursor(Array(bytes.dropFirst(6)))
        if bytes[5] & 0x1F > 0, let size = record.number(bytes: 2), let unit = record.array(size),
            let configuration = SequenceParameterSet.h264(unit)
        {
            return configuration
        }
        return VideoConfiguration(
            profile: SequenceParameterSet.h264Profile(bytes[1], constraints: bytes[2]),
            level: Double(bytes[3]) / 10
        )
    }

    /// Parses the `hvcC` record of HEVC (ISO/IEC 14496-15, section 8.3.3.1).
    static func hevc(_ bytes: [UInt8]) -> VideoConfiguration? {
        // Early drafts had version 0.
        guard bytes.count >= 22, bytes[0] <= 1 else { return nil }
        return VideoConfiguration(
            profile: SequenceParameterSet.hevcProfile(Int(bytes[1] & 0x1F)),
            level: Double(bytes[12]) / 30,
            chroma: VideoConfiguration.chroma(Int(bytes[16] & 3)),
            bitDepth: 8 + Int(bytes[17] & 7)
        )
    }

    /// Parses the `av1C` record of AV1 (AV1 Codec ISO Media File Format Binding, section 2.3.3).
    static func av1(_ bytes: [UInt8]) -> VideoConfiguration? {
        guard bytes.count >= 4, bytes[0] == 0x81 else { return nil }
        let level = bytes[1] & 0x1F
        let isHigh = bytes[2] & 0x40 != 0
        let isTwelve = bytes[2] & 0x20 != 0
        let isMonochrome = bytes[2] & 0x10 != 0
        let horizontal = bytes[2] & 0x08 != 0
        let vertical = bytes[2] & 0x04 != 0
        let profiles = ["Main", "High", "Professional"]
        let profile = Int(bytes[1] >> 5)
        return VideoConfiguration(
            profile: profile < profiles.count ? profiles[profile] : nil,
            // The value 31 is for streams without constraints.
            level: level < 24 ? Double(2 + level >> 2) + Double(level & 3) / 10 : nil,
            chroma: isMonochrome ? nil : !horizontal ? "4:4:4" : vertical ? "4:2:0" : "4:2:2",
            bitDepth: isHigh ? isTwelve ? 12 : 10 : 8
        )
    }

    /// Parses the `vpcC` box of VP8 and VP9 without its version and flags (VP Codec ISO Media File Format Binding).
    static func vp9(_ bytes: [UInt8]) -> VideoConfiguration? {
        guard bytes.count >= 5 else { return nil }
        return vp9(
            profile: bytes[0],
            level: bytes[1],
            bitDepth: bytes[2] >> 4,
            chroma: bytes[2] >> 1 & 7,
            transfer: bytes[4]
        )
    }

    /// Parses the features that Matroska stores for VP9: an identifier, a size and a value for each.
    static func vp9Features(_ bytes: [UInt8]) -> VideoConfiguration? {
        var features: [UInt64: UInt8] = [:]
        var cursor = ByteCursor(Array(bytes.prefix(64)))
        while let id = cursor.number(bytes: 1), let size = cursor.number(bytes: 1), let value = cursor.array(size) {
            features[id] = value.first
        }
        guard let profile = features[1] else { return nil }
        return vp9(profile: profile, level: features[2], bitDepth: features[3], chroma: features[4], transfer: nil)
    }

    private static func vp9(
        profile: UInt8,
        level: UInt8?,
        bitDepth: UInt8?,
        chroma: UInt8?,
        transfer: UInt8?
    ) -> VideoConfiguration {
        let chromas = ["4:2:0", "4:2:0", "4:2:2", "4:4:4"]
        return VideoConfiguration(
            profile: profile <= 3 ? "Profile \(profile)" : nil,
            level: level.flatMap { $0 >= 10 ? Double($0) / 10 : nil },
            chroma: chroma.flatMap { Int($0) < chromas.count ? chromas[Int($0)] : nil },
            bitDepth: bitDepth.flatMap { [8, 10, 12].contains($0) ? Int($0) : nil },
            dynamicRange: transfer.flatMap { TrackFacts.DynamicRange(transferCharacteristics: UInt64($0)) }
        )
    }
}

/// The properties of an audio track that its decoder configuration or its first frame contains.
struct AudioConfiguration: Equatable {
    var profile: String?
    var sampleRate: Int?
    var channels: Int?

    /// Replaces the properties of a track with those of the configuration, which are more reliable.
    func apply(to track: inout TrackFacts) {
        track.profile = profile ?? track.profile
        track.sampleRate = sampleRate ?? track.sampleRate
        track.channels = channels ?? track.channels
    }
}

extension CodecConfiguration {
    static let aacSampleRates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
    ]
    private static let aacChannels: [Int: Int] = [
        1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 8, 11: 7, 12: 8, 13: 24, 14: 8,
    ]

    /// Returns the name of an AAC profile as `ffprobe` prints it.
    static func aacProfile(_ objectType: Int) -> String? {
        switch objectType {
        case 1: "Main"
        case 2: "LC"
        case 3: "SSR"
        case 4: "LTP"
        case 5: "HE-AAC"
        case 23: "LD"
        case 29: "HE-AACv2"
        case 39: "ELD"
        case 42: "xHE-AAC"
        default: nil
        }
    }

    /// Returns the number of channels of a channel configuration; `nil` if the stream itself contains the channels.
    static func aacChannels(_ configuration: Int) -> Int? { aacChannels[configuration] }

    /// Parses the AudioSpecificConfig of AAC (ISO/IEC 14496-3, section 1.6.2.1).
    static func aac(_ bytes: [UInt8]) -> AudioConfiguration? {
        var reader = BitReader(Array(bytes.prefix(64)))
        var objectType = aacObjectType(&reader)
        var rate = aacSampleRate(&reader)
        let layout = reader.bits(4)
        guard !reader.isExhausted, objectType > 0 else { return nil }
        var hasBands = objectType == 5 || objectType == 29
        var hasParametricStereo = objectType == 29
        if hasBands {
            rate = aacSampleRate(&reader) ?? rate
            objectType = aacObjectType(&reader)
        } else if (1...4).contains(objectType), layout > 0 {
            // An older decoder ignores the extension after its configuration.
            reader.skip(1)
            if reader.flag() { reader.skip(14) }
            reader.skip(1)
            if reader.remaining >= 16, reader.bits(11) == 0x2B7, aacObjectType(&reader) == 5, reader.flag() {
                hasBands = true
                rate = aacSampleRate(&reader) ?? rate
                hasParametricStereo = reader.remaining >= 12 && reader.bits(11) == 0x548 && reader.flag()
            }
        }
        let channels = aacChannels(layout)
        return AudioConfiguration(
            profile: aacProfile(hasParametricStereo ? 29 : hasBands ? 5 : objectType),
            sampleRate: rate,
            channels: hasParametricStereo && channels == 1 ? 2 : channels
        )
    }

    private static func aacObjectType(_ reader: inout BitReader) -> Int {
        let type = reader.bits(5)
        return type == 31 ? 32 + reader.bits(6) : type
    }

    private static func aacSampleRate(_ reader: inout BitReader) -> Int? {
        let index = reader.bits(4)
        if index == 15 {
            let rate = reader.bits(24)
            return rate > 0 ? rate : nil
        }
        return index < aacSampleRates.count ? aacSampleRates[index] : nil
    }

    /// Parses a frame header of AC-3 or E-AC-3 (ETSI TS 102 366).
    static func dolbyFrame(_ bytes: [UInt8]) -> AudioConfiguration? {
        guard bytes.count >= 8, bytes[0] == 0x0B, bytes[1] == 0x77 else { return nil }
        var reader = BitReader(Array(bytes.prefix(8)))
        if bytes[5] >> 3 > 10 {
            reader.skip(32)
            let rate = reader.bits(2)
            let second = reader.bits(2)
            let halfRates = [24_000, 22_050, 16_000]
            var result = dolby(rate: rate, mode: reader.bits(3), hasLowFrequency: reader.flag())
            if rate == 3, second < 3 { result.sampleRate = halfRates[second] }
            return result
        }
        reader.skip(32)
        let rate = reader.bits(2)
        reader.skip(14)
        let mode = reader.bits(3)
        if mode & 1 == 1, mode != 1 { reader.skip(2) }
        if mode & 4 != 0 { reader.skip(2) }
        if mode == 2 { reader.skip(2) }
        return dolby(rate: rate, mode: mode, hasLowFrequency: reader.flag())
    }

    /// Parses the `dac3` box of MP4.
    static func dac3(_ bytes: [UInt8]) -> AudioConfiguration? {
        guard bytes.count >= 3 else { return nil }
        var reader = BitReader(bytes)
        let rate = reader.bits(2)
        reader.skip(8)
        return dolby(rate: rate, mode: reader.bits(3), hasLowFrequency: reader.flag())
    }

    /// Parses the `dec3` box of MP4.
    static func dec3(_ bytes: [UInt8]) -> AudioConfiguration? {
        guard bytes.count >= 5 else { return nil }
        var reader = BitReader(bytes)
        reader.skip(16)
        let rate = reader.bits(2)
        reader.skip(10)
        return dolby(rate: rate, mode: reader.bits(3), hasLowFrequency: reader.flag())
    }

    private static func dolby(rate: Int, mode: Int, hasLowFrequency: Bool) -> AudioConfiguration {
        let channels = [2, 1, 2, 3, 3, 4, 4, 5]
        let rates = [48_000, 44_100, 32_000]
        return AudioConfiguration(
            sampleRate: rate < rates.count ? rates[rate] : nil,
            channels: channels[mode & 7] + (hasLowFrequency ? 1 : 0)
        )
    }
}
