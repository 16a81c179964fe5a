// SPDX-License-Identifier: Apache-2.0

/// A stream in the program map table of a transport stream.
struct TransportStreamEntry {
    /// The packet identifier.
    var id: Int
    var kind: TrackFacts.Kind
    var codec: MediaCodec
    var language: String?
}

/// The tables that contain the streams of a program (ISO/IEC 13818-1, section 2.4.4).
struct TransportStreamTables {
    private static let associationID = 0
    private static let maximumSectionSize = 4096
    /// The packet identifier of the first program's table.
    private var mapID: Int?
    private var section: [UInt8] = []
    private var isInSection = false

    /// Parses a packet. Returns the streams when the table of the first program is complete.
    mutating func add(_ packet: TransportStreamPacket) -> [TransportStreamEntry]? {
        guard packet.id == mapID ?? Self.associationID else { return nil }
        if packet.isStart {
            // The first byte is the number of bytes before the section.
            guard let pointer = packet.payload.first else { return nil }
            section = Array(packet.payload.dropFirst(1 + Int(pointer)))
            isInSection = true
        } else if isInSection {
            section += packet.payload
        }
        guard isInSection, section.count >= 3 else { return nil }
        let size = 3 + (section.bigEndian(2, at: 1) & 0xFFF)
        guard size <= Self.maximumSectionSize else {
            isInSection = false
            return nil
        }
        guard section.count >= size else { return nil }
        isInSection = false
        let content = Array(section.prefix(size).dropLast(4))
        guard mapID == nil else { return Self.streams(content) }
        mapID = Self.programMap(content)
        return nil
    }

    /// Returns the packet identifier of the first program in a program association section.
    private static func programMap(_ section: [UInt8]) -> Int? {
        guard section.first == 0 else { return nil }
        var cursor = ByteCursor(Array(section.dropFirst(8)))
        while let program = cursor.number(bytes: 2), let id = cursor.number(bytes: 2) {
            // Program 0 is the network information table.
            if program != 0 { return Int(id & 0x1FFF) }
        }
        return nil
    }

    /// Returns the streams in a program map section.
    private static func streams(_ section: [UInt8]) -> [TransportStreamEntry]? {
        guard section.first == 2 else { return nil }
        var cursor = ByteCursor(Array(section.dropFirst(10)))
        guard let programSize = cursor.number(bytes: 2), cursor.array(programSize & 0xFFF) != nil else { return nil }
        var entries: [TransportStreamEntry] = []
        while let type = cursor.number(bytes: 1), let id = cursor.number(bytes: 2), let size = cursor.number(bytes: 2),
            let descriptors = cursor.array(size & 0xFFF)
        {
            var entry = TransportStreamEntry(id: Int(id & 0x1FFF), kind: .data, codec: .unknown)
            if let (kind, codec) = codecs[type] { (entry.kind, entry.codec) = (kind, codec) }
            apply(descriptors, type: type, to: &entry)
            entries.append(entry)
        }
        return entries.isEmpty ? nil : entries
    }

    private static let codecs: [UInt64: (TrackFacts.Kind, MediaCodec)] = [
        0x01: (.video, "mpeg1video"), 0x02: (.video, .mpeg2Video), 0x10: (.video, .mpeg4), 0x1B: (.video, .h264),
        0x20: (.video, .h264), 0x24: (.video, .hevc), 0xEA: (.video, .vc1), 0x03: (.audio, .mp2), 0x04: (.audio, .mp2),
        0x0F: (.audio, .aac), 0x11: (.audio, .aac), 0x81: (.audio, .ac3), 0x82: (.audio, .dts),
        0x83: (.audio, .trueHD), 0x84: (.audio, .eac3), 0x85: (.audio, .dts), 0x86: (.audio, .dts),
        0x87: (.audio, .eac3), 0x90: (.subtitles, .pgs),
    ]

    /// The codecs of private data by the tag of a descriptor (ETSI EN 300 468).
    private static let privateCodecs: [UInt64: (TrackFacts.Kind, MediaCodec)] = [
        0x6A: (.audio, .ac3), 0x7A: (.audio, .eac3), 0x7B: (.audio, .dts), 0x7C: (.audio, .aac),
        0x59: (.subtitles, .dvbSubtitle), 0x56: (.subtitles, "dvb_teletext"),
    ]

    /// The codecs of private data by the identifier of a registration descriptor.
    private static let registeredCodecs: [String: (TrackFacts.Kind, MediaCodec)] = [
        "Opus": (.audio, .opus), "AC-3": (.audio, .ac3), "EAC3": (.audio, .eac3), "HEVC": (.video, .hevc),
        "AV01": (.video, .av1), "DTS1": (.audio, .dts), "DTS2": (.audio, .dts), "DTS3": (.audio, .dts),
    ]

    private static func apply(_ descriptors: [UInt8], type: UInt64, to entry: inout TransportStreamEntry) {
        var cursor = ByteCursor(descriptors)
        while let tag = cursor.number(bytes: 1), let size = cursor.number(bytes: 1), let content = cursor.array(size) {
            let isUnknown = type == 0x06 && entry.codec == .unknown
            if isUnknown, let (kind, codec) = privateCodecs[tag] { (entry.kind, entry.codec) = (kind, codec) }
            switch tag {
            case 0x05:
                let name = String(decoding: content.prefix(4), as: UTF8.self)
                if isUnknown, let (kind, codec) = registeredCodecs[name] { (entry.kind, entry.codec) = (kind, codec) }
            case 0x0A, 0x56, 0x59:
                let language = LanguageTag.tag(String(decoding: content.prefix(3), as: UTF8.self))
                entry.language = entry.language ?? language
            default: break
            }
        }
    }
}

/// A search for the properties of a stream in the beginning of its data.
struct TransportStreamSearch {
    /// The number of bytes at the beginning of each packetized elementary stream packet that are searched.
    private static let searchSize = 2048
    private var facts: TrackFacts
    private var data: [UInt8] = []
    private var isCollecting = false
    /// The number of parameter sets that can still be parsed. Damaged data can contain many start codes.
    private var remainingAttempts = 64
    /// Whether the search found the properties, or the codec has none that can be found.
    private(set) var isComplete: Bool

    init(_ entry: TransportStreamEntry) {
        facts = TrackFacts(index: 0, kind: entry.kind, codec: entry.codec)
        facts.language = entry.language
        isComplete = ![.h264, .hevc, .mpeg2Video, "mpeg1video", .aac, .mp2, .ac3, .eac3].contains(entry.codec)
        if entry.codec == .opus { facts.sampleRate = 48_000 }
    }

    mutating func add(_ packet: TransportStreamPacket) {
        guard !isComplete else { return }
        if packet.isStart {
            finish()
            guard !isComplete, let start = packet.elementary else { return }
            data = Array(packet.payload.dropFirst(start.dataOffset))
            isCollecting = true
        } else if isCollecting {
            data += packet.payload
        }
        if data.count >= Self.searchSize { finish() }
    }

    /// Searches the data that was collected.
    mutating func finish() {
        guard isCollecting else { return }
        isCollecting = false
        switch facts.codec {
        case .h264, .hevc, .mpeg2Video, "mpeg1video": searchVideo()
        default: searchAudio()
        }
        data = []
    }

    func track(_ index: Int) -> TrackFacts {
        var track = facts
        track.index = index
        return track
    }

    private mutating func searchVideo() {
        for offset in data.indices.dropLast(8) where data[offset] == 0 && data[offset + 1] == 0 && data[offset + 2] == 1
        {
            let unit = Array(data[(offset + 3)...].prefix(512))
            guard isParameterSet(unit[0]) else { continue }
            remainingAttempts -= 1
            let configuration: VideoConfiguration? =
                switch facts.codec {
                case .h264: SequenceParameterSet.h264(unit)
                case .hevc: SequenceParameterSet.hevc(unit)
                default: Self.mpegSequence(unit)
                }
            if let configuration, configuration.width != nil {
                configuration.apply(to: &facts)
                isComplete = true
                return
            }
            guard remainingAttempts > 0 else {
                isComplete = true
                return
            }
        }
    }

    /// Returns whether a unit with this first byte contains the size of the pictures.
    private func isParameterSet(_ first: UInt8) -> Bool {
        switch facts.codec {
        case .h264: first & 0x1F == 7
        case .hevc: first >> 1 & 0x3F == 33
        default: first == 0xB3
        }
    }

    /// Parses a sequence header of MPEG-1 or MPEG-2 (ISO/IEC 13818-2, section 6.2.2.1).
    private static func mpegSequence(_ unit: [UInt8]) -> VideoConfiguration? {
        var reader = BitReader(Array(unit.dropFirst().prefix(8)))
        var result = VideoConfiguration()
        let width = reader.bits(12)
        let height = reader.bits(12)
        reader.skip(4)
        let rates = [24_000 / 1001.0, 24, 25, 30_000 / 1001.0, 30, 50, 60_000 / 1001.0, 60]
        let rate = reader.bits(4)
        guard !reader.isExhausted, width > 0, height > 0 else { return nil }
        result.width = width
        result.height = height
        result.frameRate = (1...8).contains(rate) ? rates[rate - 1] : nil
        return result
    }

    private mutating func searchAudio() {
        for offset in data.indices.dropLast(7) where data[offset] == 0xFF || data[offset] == 0x0B {
            let bytes = data[offset...].prefix(8)
            switch facts.codec {
            case .aac:
                guard let header = ADTSHeader(bytes) else { continue }
                header.configuration.apply(to: &facts)
            case .mp2:
                guard let frame = MPEGAudioFrame(Array(bytes)) else { continue }
                facts.codec = frame.codec
                facts.channels = frame.channels
                facts.sampleRate = frame.samplesPerSecond
            default:
                guard let configuration = CodecConfiguration.dolbyFrame(Array(bytes)) else { continue }
                configuration.apply(to: &facts)
            }
            isComplete = true
            return
        }
    }
}
