// SPDX-License-Identifier: Apache-2.0

extension MatroskaProbe {
    private enum TrackID {
        static let entry: UInt64 = 0xAE
        static let number: UInt64 = 0xD7
        static let type: UInt64 = 0x83
        static let flagDefault: UInt64 = 0x88
        static let flagForced: UInt64 = 0x55AA
        static let flagHearingImpaired: UInt64 = 0x55AB
        static let defaultDuration: UInt64 = 0x23_E383
        static let name: UInt64 = 0x536E
        static let language: UInt64 = 0x22_B59C
        static let languageTag: UInt64 = 0x22_B59D
        static let codec: UInt64 = 0x86
        static let codecPrivate: UInt64 = 0x63A2
        static let video: UInt64 = 0xE0
        static let pixelWidth: UInt64 = 0xB0
        static let pixelHeight: UInt64 = 0xBA
        static let color: UInt64 = 0x55B0
        static let transfer: UInt64 = 0x55BA
        static let audio: UInt64 = 0xE1
        static let sampleRate: UInt64 = 0xB5
        static let outputSampleRate: UInt64 = 0x78B5
        static let channels: UInt64 = 0x9F
        static let bitDepth: UInt64 = 0x6264
        static let additionMapping: UInt64 = 0x41E4
        static let additionType: UInt64 = 0x41E7
    }

    /// The values of a TrackEntry, with the defaults of RFC 9559.
    struct Entry {
        var number: UInt64?
        fileprivate var type: UInt64 = 0
        fileprivate var isDefault = true
        fileprivate var isForced = false
        fileprivate var isForHearingImpaired = false
        fileprivate var frameDuration: UInt64?
        fileprivate var name: String?
        fileprivate var language = "eng"
        fileprivate var languageTag: String?
        fileprivate var codec = ""
        fileprivate var configuration: [UInt8] = []
        fileprivate var width: UInt64?
        fileprivate var height: UInt64?
        fileprivate var transfer: UInt64?
        fileprivate var isDolbyVision = false
        fileprivate var sampleRate = 8000.0
        fileprivate var outputSampleRate: Double?
        fileprivate var channels: UInt64 = 1
        fileprivate var bitDepth: UInt64?

        var isVideo: Bool { type == 1 }
    }

    static func inspect(_ window: inout ProbeWindow) async throws -> MediaFacts {
        let isWebM = try await documentType(&window) == "webm"
        var facts = MediaFacts(container: isWebM ? .webm : .matroska, duration: nil)
        let sections = try await sections([ID.info, ID.tracks], &window)
        if let info = sections[ID.info] {
            let information = try await information(info, &window)
            facts.duration = information.duration
            facts.title = information.title
        }
        if let tracks = sections[ID.tracks] {
            facts.tracks = try await entries(tracks, &window).enumerated().map { $1.track($0) }
        }
        return facts
    }

    static func entries(_ tracks: Element, _ window: inout ProbeWindow) async throws -> [Entry] {
        var entries: [Entry] = []
        var offset = tracks.content
        while let element = try await element(at: offset, limit: tracks.end, &window) {
            if element.id == TrackID.entry {
                var entry = Entry()
                try await read(element, &entry, &window)
                entries.append(entry)
            }
            guard element.size != nil else { break }
            offset = element.end
        }
        return entries
    }

    /// Reads the children of a TrackEntry.
    private static func read(_ parent: Element, _ entry: inout Entry, _ window: inout ProbeWindow) async throws {
        var offset = parent.content
        while let element = try await element(at: offset, limit: parent.end, &window) {
            switch element.id {
            case TrackID.number: entry.number = try await number(element, &window)
            case TrackID.type: entry.type = try await number(element, &window) ?? 0
            case TrackID.flagDefault: entry.isDefault = try await number(element, &window) != 0
            case TrackID.flagForced: entry.isForced = try await number(element, &window) == 1
            case TrackID.flagHearingImpaired:
                entry.isForHearingImpaired = try await number(element, &window) == 1
            case TrackID.defaultDuration: entry.frameDuration = try await number(element, &window)
            case TrackID.name: entry.name = try await text(element, &window)
            case TrackID.language: entry.language = try await text(element, &window) ?? "und"
            case TrackID.languageTag: entry.languageTag = try await text(element, &window)
            case TrackID.codec: entry.codec = try await text(element, &window) ?? ""
            case TrackID.codecPrivate: entry.configuration = try await binary(element, limit: 4096, &window)
            case TrackID.video, TrackID.audio, TrackID.additionMapping:
                try await readGroup(element, &entry, &window)
            default: break
            }
            guard element.size != nil else { break }
            offset = element.end
        }
    }

    /// Reads the children of a Video, Audio or BlockAdditionMapping element.
    private static func readGroup(_ parent: Element, _ entry: inout Entry, _ window: inout ProbeWindow) async throws {
        var offset = parent.content
        while let element = try await element(at: offset, limit: parent.end, &window) {
            switch element.id {
            case TrackID.pixelWidth: entry.width = try await number(element, &window)
            case TrackID.pixelHeight: entry.height = try await number(element, &window)
            case TrackID.color: entry.transfer = try await transfer(element, &window) ?? entry.transfer
            case TrackID.sampleRate: entry.sampleRate = try await floatingPoint(element, &window) ?? entry.sampleRate
            case TrackID.outputSampleRate: entry.outputSampleRate = try await floatingPoint(element, &window)
            case TrackID.channels: entry.channels = try await number(element, &window) ?? entry.channels
            case TrackID.bitDepth: entry.bitDepth = try await number(element, &window)
            case TrackID.additionType:
                let type = try await number(element, &window)
                // The types "dvcC" and "dvvC" contain the configuration of Dolby Vision.
                if type == 0x6476_6343 || type == 0x6476_7643 { entry.isDolbyVision = true }
            default: break
            }
            guard element.size != nil else { break }
            offset = element.end
        }
    }

    private static func transfer(_ color: Element, _ window: inout ProbeWindow) async throws -> UInt64? {
        var offset = color.content
        while let element = try await element(at: offset, limit: color.end, &window) {
            if element.id == TrackID.transfer { return try await number(element, &window) }
            guard element.size != nil else { break }
            offset = element.end
        }
        return nil
    }
}

extension MatroskaProbe.Entry {
    /// Returns the facts of the track.
    func track(_ index: Int) -> TrackFacts {
        var track = TrackFacts(index: index, kind: kind, codec: .unknown)
        track.isDefault = isDefault
        track.isForced = isForced
        track.isForHearingImpaired = isForHearingImpaired
        track.title = name
        track.language = LanguageTag.tag(languageTag ?? language)
        switch kind {
        case .video: setVideo(&track)
        case .audio: setAudio(&track)
        case .subtitles: track.codec = subtitleCodec
        case .data: break
        }
        return track
    }

    private var kind: TrackFacts.Kind {
        switch type {
        case 1: .video
        case 2: .audio
        case 17: .subtitles
        default: .data
        }
    }

    private func setVideo(_ track: inout TrackFacts) {
        track.codec = videoCodec
        track.width = width.flatMap(Self.side)
        track.height = height.flatMap(Self.side)
        if let frameDuration, (100_000...1_000_000_000_000).contains(frameDuration) {
            track.frameRate = 1e9 / Double(frameDuration)
        }
        track.dynamicRange =
            isDolbyVision ? .dolbyVision : transfer.flatMap { TrackFacts.DynamicRange(transferCharacteristics: $0) }
        let parsed: VideoConfiguration? =
            switch codec {
            case "V_MPEG4/ISO/AVC": CodecConfiguration.avc(configuration)
            case "V_MPEGH/ISO/HEVC": CodecConfiguration.hevc(configuration)
            case "V_AV1": CodecConfiguration.av1(configuration)
            case "V_VP9": CodecConfiguration.vp9Features(configuration)
            default: nil
            }
        parsed?.apply(to: &track)
    }

    private static func side(_ value: UInt64) -> Int? { (1...65_535).contains(value) ? Int(value) : nil }

    private var videoCodec: MediaCodec {
        switch codec {
        case "V_MPEG4/ISO/AVC": .h264
        case "V_MPEGH/ISO/HEVC": .hevc
        case "V_AV1": .av1
        case "V_VP8": .vp8
        case "V_VP9": .vp9
        case "V_MPEG1": "mpeg1video"
        case "V_MPEG2": .mpeg2Video
        case "V_MPEG4/ISO/SP", "V_MPEG4/ISO/ASP", "V_MPEG4/ISO/AP": .mpeg4
        case "V_THEORA": .theora
        case "V_MJPEG": .motionJPEG
        case "V_PRORES": "prores"
        case "V_MS/VFW/FOURCC": Self.bitmapCodec(configuration)
        default: .unknown
        }
    }

    /// Returns the codec of a BITMAPINFOHEADER structure, which has its four-character code at offset 16.
    private static func bitmapCodec(_ header: [UInt8]) -> MediaCodec {
        switch String(decoding: header.dropFirst(16).prefix(4), as: UTF8.self).uppercased() {
        case "XVID", "DIVX", "DX50", "MP4V", "FMP4": .mpeg4
        case "WVC1": .vc1
        case "H264", "AVC1", "X264": .h264
        case "HEVC", "HVC1", "H265": .hevc
        case "MJPG": .motionJPEG
        default: .unknown
        }
    }

    private func setAudio(_ track: inout TrackFacts) {
        track.codec = audioCodec
        track.channels = (1...255).contains(channels) ? Int(channels) : nil
        let rate = outputSampleRate ?? sampleRate
        track.sampleRate = rate >= 1 && rate <= 10_000_000 ? Int(rate.rounded()) : nil
        switch codec {
        case let name where name.hasPrefix("A_AAC"):
            if let parsed = CodecConfiguration.aac(configuration) {
                parsed.apply(to: &track)
            } else if name.hasSuffix("/SBR") {
                // Old files name the profile instead of storing a configuration, for example A_AAC/MPEG4/LC/SBR.
                track.profile = "HE-AAC"
            } else if name.hasSuffix("/LC") {
                track.profile = "LC"
            }
        case "A_OPUS": track.sampleRate = 48_000
        case "A_MS/ACM": track.codec = WaveFormat(configuration)?.codec ?? .unknown
        default: break
        }
    }

    private var audioCodec: MediaCodec {
        switch codec {
        case "A_MPEG/L3": .mp3
        case "A_MPEG/L2": .mp2
        case "A_MPEG/L1": "mp1"
        case "A_EAC3": .eac3
        case "A_TRUEHD": .trueHD
        case "A_MLP": "mlp"
        case "A_OPUS": .opus
        case "A_VORBIS": .vorbis
        case "A_FLAC": .flac
        case "A_ALAC": .alac
        case "A_PCM/INT/LIT": .pcm(bits: Int(min(bitDepth ?? 16, 255)), isSigned: bitDepth != 8)
        case "A_PCM/INT/BIG": .pcm(bits: Int(min(bitDepth ?? 16, 255)), isBigEndian: true)
        case "A_PCM/FLOAT/IEEE": .pcm(bits: Int(min(bitDepth ?? 32, 255)), isFloat: true)
        case let name where name.hasPrefix("A_AAC"): .aac
        case let name where name.hasPrefix("A_AC3"): .ac3
        case let name where name.hasPrefix("A_DTS"): .dts
        default: .unknown
        }
    }

    private var subtitleCodec: MediaCodec {
        switch codec {
        case "S_TEXT/UTF8", "S_TEXT/ASCII": .subRip
        case "S_TEXT/ASS", "S_TEXT/SSA", "S_ASS", "S_SSA": .subStation
        case "S_TEXT/WEBVTT", "D_WEBVTT/SUBTITLES", "D_WEBVTT/CAPTIONS": .webVTT
        case "S_HDMV/PGS": .pgs
        case "S_VOBSUB": .vobSub
        case "S_DVBSUB": .dvbSubtitle
        default: .unknown
        }
    }
}
