// SPDX-License-Identifier: Apache-2.0

/// Functions that build small files with tracks.
enum MediaBytes {
    /// A sequence parameter set of H.264: High profile, level 3.1, 1280 × 720.
    static let h264Set: [UInt8] = [
        0x67, 0x64, 0x00, 0x1F, 0xAC, 0xD9, 0x40, 0x50, 0x05, 0xBB, 0x01, 0x10, 0x00, 0x00, 0x03, 0x00, 0x10, 0x00,
        0x00, 0x03, 0x03, 0xC0, 0xF1, 0x83, 0x19, 0x60,
    ]

    static let avcRecord =
        [1, 0x64, 0, 0x1F, 0xFF, 0xE1] + Bytes.big(UInt64(h264Set.count), 2) + h264Set + [0]

    /// A record of HEVC: Main 10 profile, level 5.1, 4:2:0, 10 bits.
    static let hevcRecord: [UInt8] = [
        1, 2, 0x20, 0, 0, 0, 0xB0, 0, 0, 0, 0, 0, 153, 0xF0, 0, 0xFC, 0xFD, 0xFA, 0xFA, 0, 0, 0x0F, 0,
    ]

    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    static func fullBox(_ type: String, _ content: [UInt8], version: UInt64 = 0, flags: UInt64 = 0) -> [UInt8] {
        Bytes.box(type, Bytes.big(version << 24 | flags, 4) + content)
    }

    static func table(_ type: String, _ entries: [[UInt64]]) -> [UInt8] {
        fullBox(type, Bytes.big(UInt64(entries.count), 4) + entries.flatMap { $0.flatMap { Bytes.big($0, 4) } })
    }

    /// A track of MP4 with a timescale of 1000 and this packed language.
    static func track(
        id: UInt64,
        handler: String,
        entry: [UInt8],
        tables: [UInt8] = [],
        language: String = "und",
        flags: UInt64 = 1,
        before: [UInt8] = [],
        after: [UInt8] = []
    ) -> [UInt8] {
        let packed = language.utf8.reduce(UInt64(0)) { $0 << 5 | UInt64($1 - 0x60) }
        let header = Bytes.big(0, 8) + Bytes.big(1000, 4) + Bytes.big(2000, 4) + Bytes.big(packed, 2) + [0, 0]
        let list = Bytes.box("stbl", fullBox("stsd", Bytes.big(1, 4) + entry) + tables)
        return Bytes.box(
            "trak",
            fullBox("tkhd", Bytes.big(0, 8) + Bytes.big(id, 4) + zeros(68), flags: flags) + before
                + Bytes.box(
                    "mdia",
                    fullBox("mdhd", header) + fullBox("hdlr", Bytes.big(0, 4) + Array(handler.utf8) + zeros(13))
                        + Bytes.box("minf", list)
                ) + after
        )
    }

    static func videoEntry(_ type: String, width: UInt64, height: UInt64, _ boxes: [UInt8]) -> [UInt8] {
        Bytes.box(type, zeros(24) + Bytes.big(width, 2) + Bytes.big(height, 2) + zeros(50) + boxes)
    }

    static func audioEntry(_ type: String, channels: UInt64, rate: UInt64, _ boxes: [UInt8]) -> [UInt8] {
        Bytes.box(
            type,
            zeros(16) + Bytes.big(channels, 2) + Bytes.big(16, 2) + zeros(4) + Bytes.big(rate << 16, 4) + boxes
        )
    }

    /// An `esds` box with this object type and decoder configuration.
    static func descriptor(_ type: UInt8, _ configuration: [UInt8]) -> [UInt8] {
        let specific = [5, UInt8(configuration.count)] + configuration
        let decoder = [4, UInt8(13 + specific.count), type] + zeros(12) + specific
        return fullBox("esds", [3, 0x80, 0x80, UInt8(3 + decoder.count), 0, 1, 0] + decoder)
    }

    static func mp4(_ tracks: [UInt8], brand: String = "isom") -> [UInt8] {
        Bytes.box("ftyp", Array(brand.utf8) + Bytes.big(0, 4))
            + Bytes.box("moov", Bytes.movieHeader(timescale: 1000, duration: 2000) + tracks)
    }

    static func matroska(_ entries: [[UInt8]], type: String = "matroska", after: [UInt8] = []) -> [UInt8] {
        let tracks = Bytes.element(0x1654_AE6B, entries.flatMap { Bytes.element(0xAE, $0) })
        return Bytes.element(0x1A45_DFA3, Bytes.element(0x4282, Array(type.utf8)))
            + Bytes.element(0x1853_8067, Bytes.information(ticks: 2000) + tracks + after)
    }

    static func entry(_ number: UInt8, type: UInt8, codec: String, _ other: [UInt8] = []) -> [UInt8] {
        Bytes.element(0xD7, [number]) + Bytes.element(0x83, [type]) + Bytes.element(0x86, Array(codec.utf8)) + other
    }

    /// A page of Ogg with one packet.
    static func page(_ packet: [UInt8], flags: UInt8 = 0, granule: UInt64 = 0, serial: UInt64 = 7) -> [UInt8] {
        let segments = [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
        return Array("OggS".utf8) + [0, flags] + Bytes.little(granule, 8) + Bytes.little(serial, 4) + zeros(8)
            + [UInt8(segments.count)] + segments + packet
    }

    static func vorbisComment(_ comments: [String]) -> [UInt8] {
        Bytes.little(1, 4) + [65] + Bytes.little(UInt64(comments.count), 4)
            + comments.flatMap { Bytes.little(UInt64($0.utf8.count), 4) + Array($0.utf8) }
    }

    static let opus =
        page(Array("OpusHead".utf8) + [1, 2] + Bytes.little(312, 2) + Bytes.little(44_100, 4) + [0, 0, 0], flags: 2)
        + page(Array("OpusTags".utf8) + vorbisComment(["title=Song", "ARTIST=Ada", "album=Works"]))
        + page(zeros(40), flags: 4, granule: 96_312)

    /// A packet of a transport stream.
    static func packet(_ id: UInt64, isStart: Bool, _ payload: [UInt8]) -> [UInt8] {
        let stuffing = 184 - payload.count
        let head = [0x47] + Bytes.big(id | (isStart ? 0x4000 : 0), 2)
        if stuffing == 0 { return head + [0x10] + payload }
        let adaptation = stuffing == 1 ? [0] : [UInt8(stuffing - 1), 0] + [UInt8](repeating: 0xFF, count: stuffing - 2)
        return head + [0x30] + adaptation + payload
    }

    /// A packetized elementary stream packet with a timestamp in ticks of 90 kHz.
    static func elementary(_ id: UInt64, time: UInt64, _ data: [UInt8]) -> [UInt8] {
        let timestamp =
            [UInt8(0x21 | (time >> 30 & 7) << 1)] + Bytes.big((time >> 15 & 0x7FFF) << 1 | 1, 2)
            + Bytes.big((time & 0x7FFF) << 1 | 1, 2)
        return packet(id, isStart: true, [0, 0, 1, 0xE0, 0, 0, 0x80, 0x80, 5] + timestamp + data)
    }

    static func section(_ table: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0, table] + Bytes.big(0xB000 | UInt64(content.count + 9), 2) + [0, 1, 0xC1, 0, 0] + content + zeros(4)
    }

    /// A header of ADTS for LC, 44.1 kHz, stereo, and a frame of 107 bytes.
    static let adtsFrame: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x0D, 0x7F, 0xFC] + zeros(100)

    /// A transport stream of three seconds whose clock overflows.
    static let transportStream: [UInt8] = {
        let streams: [UInt8] =
            [0x1B, 0xE1, 0x01, 0xF0, 0] + [0x0F, 0xE1, 0x02, 0xF0, 6, 0x0A, 4] + Array("deu".utf8) + [0]
            + [0x06, 0xE1, 0x03, 0xF0, 2, 0x6A, 0] + [0x06, 0xE1, 0x04, 0xF0, 10, 0x59, 8] + Array("fra".utf8)
            + zeros(5)
        let first: UInt64 = (1 << 33) - 90_000
        return packet(0, isStart: true, section(0, [0, 1, 0xE1, 0x00]))
            + packet(0x100, isStart: true, section(2, [0xE1, 0x01, 0xF0, 0] + streams))
            + elementary(
                0x101,
                time: first,
                [0, 0, 0, 1, 9, 0xF0, 0, 0, 0, 1] + h264Set + [0, 0, 1, 0x65] + zeros(20)
            )
            + elementary(0x102, time: first, adtsFrame)
            + elementary(0x103, time: first, [0x0B, 0x77, 0, 0, 0x14, 0x40, 0xE1, 0x00, 0, 0, 0])
            + elementary(0x101, time: 180_000, zeros(20)) + elementary(0x102, time: 90_000, adtsFrame)
    }()
}
