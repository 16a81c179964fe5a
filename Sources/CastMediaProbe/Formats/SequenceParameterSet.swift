// SPDX-License-Identifier: Apache-2.0

/// The properties of a video that its decoder configuration contains.
struct VideoConfiguration: Equatable {
    var profile: String?
    var level: Double?
    var width: Int?
    var height: Int?
    var chroma: String?
    var bitDepth: Int?
    var frameRate: Double?
    var dynamicRange: TrackFacts.DynamicRange?

    /// Sets the properties of a track that the configuration contains and the container does not.
    func apply(to track: inout TrackFacts) {
        track.profile = track.profile ?? profile
        track.level = track.level ?? level
        track.chroma = track.chroma ?? chroma
        track.bitDepth = track.bitDepth ?? bitDepth
        track.frameRate = track.frameRate ?? frameRate
        track.dynamicRange = track.dynamicRange ?? dynamicRange
        if track.width == nil {
            track.width = width
            track.height = height
        }
    }

    /// Returns the chroma subsampling for `chroma_format_idc` of H.264 and HEVC; `nil` for monochrome.
    static func chroma(_ format: Int) -> String? {
        switch format {
        case 1: "4:2:0"
        case 2: "4:2:2"
        case 3: "4:4:4"
        default: nil
        }
    }

    /// Sets the size if both sides are possible.
    fileprivate mutating func setSize(_ width: Int, _ height: Int) {
        guard (1...65_535).contains(width), (1...65_535).contains(height) else { return }
        self.width = width
        self.height = height
    }
}

extension TrackFacts.DynamicRange {
    /// Returns the dynamic range of transfer characteristics (ITU-T H.273, table 3); `nil` if they are unspecified.
    init?(transferCharacteristics code: UInt64) {
        switch code {
        case 16: self = .hdr10
        case 18: self = .hlg
        case 0, 2, 3: return nil
        default: self = .standard
        }
    }
}

/// Functions that parse the sequence parameter sets of H.264 and HEVC.
enum SequenceParameterSet {
    /// Removes the bytes that prevent start codes inside of a unit (ITU-T H.264, section 7.4.1).
    static func unescaped(_ unit: some Sequence<UInt8>) -> [UInt8] {
        var zeros = 0
        var result: [UInt8] = []
        for byte in unit {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            result.append(byte)
        }
        return result
    }

    /// Returns the name of an H.264 profile as `ffprobe` prints it.
    static func h264Profile(_ profile: UInt8, constraints: UInt8) -> String? {
        let isConstrained = constraints & 0x40 != 0
        let intra = constraints & 0x10 != 0 ? " Intra" : ""
        return switch profile {
        case 44: "CAVLC 4:4:4"
        case 66: isConstrained ? "Constrained Baseline" : "Baseline"
        case 77: "Main"
        case 88: "Extended"
        case 100: "High"
        case 110: "High 10" + intra
        case 118: "Multiview High"
        case 122: "High 4:2:2" + intra
        case 128: "Stereo High"
        case 144: "High 4:4:4"
        case 244: intra.isEmpty ? "High 4:4:4 Predictive" : "High 4:4:4 Intra"
        default: nil
        }
    }

    /// Returns the name of an HEVC profile as `ffprobe` prints it.
    static func hevcProfile(_ profile: Int) -> String? {
        switch profile {
        case 1: "Main"
        case 2: "Main 10"
        case 3: "Main Still Picture"
        case 4: "Rext"
        default: nil
        }
    }

    /// The profiles whose parameter sets contain the chroma format (ITU-T H.264, section 7.3.2.1.1).
    static let h264ProfilesWithChroma: Set<UInt8> = [44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244]

    /// Parses a parameter set of H.264.
    ///
    /// - Parameter unit: The network abstraction layer unit, its header included.
    static func h264(_ unit: [UInt8]) -> VideoConfiguration? {
        let content = unescaped(unit.prefix(4096))
        guard content.count >= 5, content[0] & 0x1F == 7 else { return nil }
        var result = VideoConfiguration(
            profile: h264Profile(content[1], constraints: content[2]),
            level: Double(content[3]) / 10
        )
        var reader = BitReader(Array(content.dropFirst(4)))
        _ = reader.golomb()
        var format = 1
        result.bitDepth = 8
        if h264ProfilesWithChroma.contains(content[1]) {
            format = reader.golomb()
            if format == 3 { reader.skip(1) }
            result.bitDepth = 8 + min(reader.golomb(), 8)
            _ = reader.golomb()
            reader.skip(1)
            if reader.flag() {
                for list in 0..<(format == 3 ? 12 : 8) where reader.flag() {
                    skipScalingList(list < 6 ? 16 : 64, &reader)
                }
            }
        }
        result.chroma = VideoConfiguration.chroma(format)
        skipPictureOrder(&reader)
        _ = reader.golomb()
        reader.skip(1)
        let columns = reader.golomb() + 1
        let rows = reader.golomb() + 1
        let hasOnlyFrames = reader.flag()
        reader.skip(hasOnlyFrames ? 1 : 2)
        let fieldFactor = hasOnlyFrames ? 1 : 2
        var crop = [0, 0, 0, 0]
        if reader.flag() { crop = crop.map { _ in reader.golomb() } }
        guard !reader.isExhausted else { return result.withoutPictureFormat }
        let cropWidth = (crop[0] + crop[1]) * (format == 1 || format == 2 ? 2 : 1)
        let cropHeight = (crop[2] + crop[3]) * (format == 1 ? 2 : 1) * fieldFactor
        result.setSize(columns * 16 - cropWidth, rows * 16 * fieldFactor - cropHeight)
        if reader.flag() { readUsability(&reader, &result) }
        return result
    }

    private static func skipScalingList(_ count: Int, _ reader: inout BitReader) {
        var last = 8
        var next = 8
        for _ in 0..<count {
            if next != 0 { next = (last + reader.signedGolomb()) & 0xFF }
            last = next == 0 ? last : next
        }
    }

    private static func skipPictureOrder(_ reader: inout BitReader) {
        _ = reader.golomb()
        switch reader.golomb() {
        case 0: _ = reader.golomb()
        case 1:
            reader.skip(1)
            _ = reader.golomb()
            _ = reader.golomb()
            for _ in 0..<min(reader.golomb(), 255) { _ = reader.golomb() }
        default: break
        }
    }

    /// Reads the transfer characteristics and the frame rate from the video usability information of H.264.
    private static func readUsability(_ reader: inout BitReader, _ result: inout VideoConfiguration) {
        if reader.flag(), reader.bits(8) == 255 { reader.skip(32) }
        if reader.flag() { reader.skip(1) }
        if reader.flag() {
            reader.skip(4)
            if reader.flag() {
                reader.skip(8)
                let transfer = reader.bits(8)
                reader.skip(8)
                result.dynamicRange = .init(transferCharacteristics: UInt64(transfer))
            }
        }
        if reader.flag() {
            _ = reader.golomb()
            _ = reader.golomb()
        }
        guard reader.flag() else { return }
        let unit = reader.bits(32)
        let scale = reader.bits(32)
        guard !reader.isExhausted, unit > 0, scale > 0 else { return }
        // A frame lasts two units, one for each field.
        let rate = Double(scale) / Double(unit) / 2
        result.frameRate = rate <= 1000 ? rate : nil
    }

    /// Parses a parameter set of HEVC.
    ///
    /// - Parameter unit: The network abstraction layer unit, its header included.
    static func hevc(_ unit: [UInt8]) -> VideoConfiguration? {
        let content = unescaped(unit.prefix(4096))
        guard content.count >= 15, content[0] >> 1 & 0x3F == 33 else { return nil }
        var reader = BitReader(Array(content.dropFirst(2)))
        reader.skip(4)
        let subLayers = reader.bits(3)
        reader.skip(4)
        var result = VideoConfiguration(profile: hevcProfile(reader.bits(5)))
        reader.skip(80)
        result.level = Double(reader.bits(8)) / 30
        let presence = (0..<subLayers).map { _ in (profile: reader.flag(), level: reader.flag()) }
        if subLayers > 0 { reader.skip(2 * (8 - subLayers)) }
        for layer in presence { reader.skip((layer.profile ? 88 : 0) + (layer.level ? 8 : 0)) }
        _ = reader.golomb()
        let format = reader.golomb()
        if format == 3 { reader.skip(1) }
        let width = reader.golomb()
        let height = reader.golomb()
        var crop = [0, 0, 0, 0]
        if reader.flag() { crop = crop.map { _ in reader.golomb() } }
        let bitDepth = 8 + min(reader.golomb(), 8)
        guard !reader.isExhausted else { return result }
        result.chroma = VideoConfiguration.chroma(format)
        result.bitDepth = bitDepth
        result.setSize(
            width - (crop[0] + crop[1]) * (format == 1 || format == 2 ? 2 : 1),
            height - (crop[2] + crop[3]) * (format == 1 ? 2 : 1)
        )
        return result
    }
}

extension VideoConfiguration {
    /// The configuration of a parameter set that ended before the size of the picture.
    fileprivate var withoutPictureFormat: VideoConfiguration { VideoConfiguration(profile: profile, level: level) }
}
