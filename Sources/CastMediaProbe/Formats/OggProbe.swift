// SPDX-License-Identifier: Apache-2.0

/// A parser for Ogg (RFC 3533).
///
/// Each logical stream begins with a page that contains only the first packet of its codec. The last pages contain the
/// position at the end, from which the duration follows.
enum OggProbe {
    /// The header of a page.
    private struct Page {
        /// The offset after the page.
        var end: UInt64
        var content: UInt64
        var contentSize: Int
        var isFirst: Bool
        /// The size of the first packet's part, and whether the packet ends in this page.
        var firstPacket: (size: Int, isComplete: Bool)
        var serial: UInt64
    }

    /// The maximum number of pages that are read for tags.
    private static let maximumPages = 256
    /// The maximum number of logical streams.
    private static let maximumStreams = 64

    /// - Parameter needsTags: Whether the comments are read, which follow the first packets.
    static func read(_ window: inout ProbeWindow, needsTags: Bool) async throws -> MediaFacts {
        var streams: [OggStream] = []
        var comments: [UInt64: [UInt8]] = [:]
        var complete: Set<UInt64> = []
        var offset: UInt64 = 0
        for _ in 0..<maximumPages {
            guard let page = try await page(at: offset, &window) else { break }
            let size = min(page.firstPacket.size, page.contentSize)
            if page.isFirst {
                let packet = try await window.bytes(at: page.content, count: min(size, 128))
                guard streams.count < maximumStreams else { break }
                streams.append(OggStream(packet, serial: page.serial))
            } else if !needsTags || complete.count >= streams.count {
                break
            } else if !complete.contains(page.serial) {
                let space = window.readSize - (comments[page.serial]?.count ?? 0)
                comments[page.serial, default: []] += try await window.bytes(at: page.content, count: min(size, space))
                if page.firstPacket.isComplete || size >= space { complete.insert(page.serial) }
            }
            offset = page.end
        }
        guard !streams.isEmpty else { throw window.damaged(at: 0) }
        let tags = streams.lazy.compactMap { stream in comments[stream.serial].flatMap(stream.tags) }
            .first { $0 != MediaTags() }
        return MediaFacts(
            container: .ogg,
            duration: try await duration(streams, &window),
            tracks: streams.enumerated().map { $1.track($0) },
            tags: tags ?? MediaTags()
        )
    }

    private static func page(at offset: UInt64, _ window: inout ProbeWindow) async throws -> Page? {
        try window.step()
        let header = try await window.bytes(at: offset, count: 27 + 255)
        guard header.count >= 27, header.starts(with: "OggS".utf8) else { return nil }
        let segments = header.dropFirst(27).prefix(Int(header[26]))
        guard segments.count == Int(header[26]), let content = offset.adding(UInt64(27 + segments.count)) else {
            return nil
        }
        let size = segments.reduce(0) { $0 + Int($1) }
        guard let end = content.adding(UInt64(size)) else { return nil }
        // A packet ends with a segment of fewer than 255 bytes.
        let whole = segments.prefix { $0 == 255 }
        let last = segments.dropFirst(whole.count).first
        return Page(
            end: end,
            content: content,
            contentSize: size,
            isFirst: header[5] & 2 != 0,
            firstPacket: (255 * whole.count + Int(last ?? 0), last != nil),
            serial: UInt64(header.littleEndian(4, at: 14))
        )
    }

    /// Returns the longest duration of a stream according to the pages at the end of the file.
    private static func duration(_ streams: [OggStream], _ window: inout ProbeWindow) async throws -> Double? {
        guard let size = window.size, size > 27 else { return nil }
        let start = size - min(size, UInt64(window.readSize))
        let bytes = try await window.bytes(at: start, count: window.readSize)
        var duration: Double?
        var offset = 0
        while offset + 27 <= bytes.count {
            guard bytes[offset] == UInt8(ascii: "O"), bytes[offset...].starts(with: "OggS".utf8) else {
                offset += 1
                continue
            }
            var granule = ByteCursor(Array(bytes[(offset + 6)..<(offset + 14)]))
            let serial = UInt64(bytes.littleEndian(4, at: offset + 14))
            offset += 27
            // The largest number means that no packet ends in the page.
            guard let position = granule.littleEndianNumber(bytes: 8), position < UInt64(Int64.max),
                let stream = streams.first(where: { $0.serial == serial }), let seconds = stream.seconds(position)
            else { continue }
            duration = max(duration ?? 0, seconds)
        }
        return duration
    }
}

/// A logical stream of an Ogg file, parsed from its first packet.
struct OggStream {
    var serial: UInt64
    private var facts: TrackFacts
    /// The number of positions in a second.
    private var rate = 0.0
    /// The number of samples before the beginning, which Opus needs.
    private var skipped: UInt64 = 0
    /// The number of bits for the pictures since a key frame in a position of Theora.
    private var granuleShift: UInt64 = 0
    /// The number of bytes before the Vorbis comment in its packet; `nil` if the stream has none.
    private var commentOffset: Int?

    init(_ packet: [UInt8], serial: UInt64) {
        self.serial = serial
        facts = TrackFacts(index: 0, kind: .data, codec: .unknown)
        if packet.starts(with: "\u{1}vorbis".utf8), packet.count >= 16 {
            setAudio(.vorbis, channels: Int(packet[11]), rate: packet.littleEndian(4, at: 12))
            commentOffset = 7
        } else if packet.starts(with: "OpusHead".utf8), packet.count >= 19 {
            setAudio(.opus, channels: Int(packet[9]), rate: 48_000)
            skipped = UInt64(packet.littleEndian(2, at: 10))
            commentOffset = 8
        } else if packet.starts(with: [0x7F] + Array("FLAC".utf8)), packet.count >= 51,
            let information = FLACStreamInformation(Array(packet.dropFirst(13)))
        {
            setAudio(.flac, channels: information.channels, rate: information.sampleRate)
            commentOffset = 4
        } else if packet.starts(with: "Speex   ".utf8), packet.count >= 80 {
            setAudio("speex", channels: packet.littleEndian(4, at: 48), rate: packet.littleEndian(4, at: 36))
            commentOffset = 0
        } else if packet.starts(with: [0x80] + Array("theora".utf8)), packet.count >= 42 {
            setTheora(packet)
            commentOffset = 7
        }
    }

    private mutating func setAudio(_ codec: MediaCodec, channels: Int, rate: Int) {
        facts.kind = .audio
        facts.codec = codec
        facts.channels = (1...255).contains(channels) ? channels : nil
        facts.sampleRate = (1...10_000_000).contains(rate) ? rate : nil
        self.rate = Double(facts.sampleRate ?? 0)
    }

    /// Parses the identification header of Theora (Theora specification, section 6.2).
    private mutating func setTheora(_ packet: [UInt8]) {
        facts.kind = .video
        facts.codec = .theora
        let width = packet.bigEndian(3, at: 14)
        let height = packet.bigEndian(3, at: 17)
        if (1...65_535).contains(width), (1...65_535).contains(height) {
            facts.width = width
            facts.height = height
        }
        let numerator = packet.bigEndian(4, at: 22)
        let denominator = packet.bigEndian(4, at: 26)
        if numerator > 0, denominator > 0 {
            rate = Double(numerator) / Double(denominator)
            facts.frameRate = rate <= 1000 ? rate : nil
        }
        let last = packet.bigEndian(2, at: 40)
        granuleShift = UInt64(last >> 5 & 31)
        facts.bitDepth = 8
        facts.chroma = [0: "4:2:0", 2: "4:2:2", 3: "4:4:4"][last >> 3 & 3]
    }

    func track(_ index: Int) -> TrackFacts {
        var track = facts
        track.index = index
        return track
    }

    /// Returns the tags in the second packet.
    func tags(_ packet: [UInt8]) -> MediaTags? {
        commentOffset.map { MediaTags(vorbisComment: Array(packet.dropFirst($0))) }
    }

    /// Returns the time of a position in seconds; `nil` if the codec is unknown.
    func seconds(_ position: UInt64) -> Double? {
        guard rate > 0 else { return nil }
        let key = position >> granuleShift
        let count = granuleShift == 0 ? position : key + (position - key << granuleShift)
        return Double(count - min(count, skipped)) / rate
    }
}
