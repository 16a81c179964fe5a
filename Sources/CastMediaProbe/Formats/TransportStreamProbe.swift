// SPDX-License-Identifier: Apache-2.0

/// A parser for MPEG transport streams (ISO/IEC 13818-1), also with the time codes of Blu-ray discs.
///
/// The tracks are those of the first program. The duration is the difference of the first and last timestamps.
enum TransportStreamProbe {
    /// The arrangement of packets.
    struct Layout: Equatable {
        /// The distance of packets in bytes.
        var stride: Int
        /// The offset of the sync byte in a packet.
        var prefix: Int
    }

    /// The number of bytes at the beginning that determine the layout.
    static let signatureSize = 4 + 2 * 192 + 1
    static let packetSize = 188
    /// The number of bytes that are searched for the properties of the tracks.
    private static let searchSize: UInt64 = 1 << 20
    /// The maximum number of reads at the end that are searched for timestamps.
    private static let maximumReadsAtEnd = 4

    /// Returns the layout of a stream; `nil` if the bytes are not a transport stream.
    static func layout(_ start: [UInt8]) -> Layout? {
        [Layout(stride: 188, prefix: 0), Layout(stride: 192, prefix: 4)].first { layout in
            (0..<3).allSatisfy { number in
                let offset = layout.prefix + number * layout.stride
                return offset < start.count && start[offset] == 0x47
            }
        }
    }

    static func duration(_ window: inout ProbeWindow) async throws -> Double? {
        var first = TransportStreamTimes()
        let layout = try await requiredLayout(&window)
        var offset: UInt64 = 0
        // Reading stops at the first part with timestamps.
        while offset < searchSize, first.isEmpty, window.remainingReads > maximumReadsAtEnd {
            guard let packets = try await packets(at: offset, layout, &window) else { break }
            for packet in packets { first.add(packet, keepsFirst: true) }
            offset += UInt64(window.readSize / layout.stride * layout.stride)
        }
        return try await duration(since: first, layout, &window)
    }

    static func inspect(_ window: inout ProbeWindow) async throws -> MediaFacts {
        let layout = try await requiredLayout(&window)
        var tables = TransportStreamTables()
        var streams: [Int: TransportStreamSearch] = [:]
        var order: [Int] = []
        var first = TransportStreamTimes()
        var offset: UInt64 = 0
        while offset < searchSize, window.remainingReads > maximumReadsAtEnd {
            guard let packets = try await packets(at: offset, layout, &window) else { break }
            for packet in packets {
                first.add(packet, keepsFirst: true)
                if order.isEmpty {
                    guard let program = tables.add(packet) else { continue }
                    order = program.map(\.id)
                    for stream in program { streams[stream.id] = TransportStreamSearch(stream) }
                } else {
                    streams[packet.id]?.add(packet)
                }
            }
            offset += UInt64(window.readSize / layout.stride * layout.stride)
            if !order.isEmpty, streams.values.allSatisfy(\.isComplete) { break }
        }
        var facts = MediaFacts(container: .transportStream, duration: nil)
        facts.tracks = order.enumerated().compactMap { index, id in
            streams[id]?.finish()
            return streams[id]?.track(index)
        }
        facts.duration = try await duration(since: first, layout, &window)
        return facts
    }

    private static func requiredLayout(_ window: inout ProbeWindow) async throws -> Layout {
        guard let layout = layout(try await window.bytes(at: 0, count: signatureSize)) else {
            throw window.damaged(at: 0)
        }
        return layout
    }

    /// Returns the intact packets in one read; `nil` at the end of the file or if there are none.
    private static func packets(
        at offset: UInt64,
        _ layout: Layout,
        _ window: inout ProbeWindow
    ) async throws -> [TransportStreamPacket]? {
        try window.step()
        let bytes = try await window.bytes(at: offset, count: window.readSize / layout.stride * layout.stride)
        let packets = stride(from: layout.prefix, to: bytes.count - packetSize + 1, by: layout.stride)
            .compactMap { TransportStreamPacket(bytes[$0..<($0 + packetSize)]) }
        return packets.isEmpty ? nil : packets
    }

    /// Returns the duration up to the last timestamps.
    private static func duration(
        since first: TransportStreamTimes,
        _ layout: Layout,
        _ window: inout ProbeWindow
    ) async throws -> Double? {
        guard !first.isEmpty, let size = window.size else { return nil }
        let stride = UInt64(layout.stride)
        let part = UInt64(window.readSize) / stride * stride
        var end = size / stride * stride
        for _ in 0..<maximumReadsAtEnd where end > 0 {
            let start = end - min(end, part)
            var last = TransportStreamTimes()
            for packet in try await packets(at: start, layout, &window) ?? [] { last.add(packet, keepsFirst: false) }
            if let duration = last.seconds(since: first) { return duration }
            end = start
        }
        return nil
    }
}

/// A packet of a transport stream.
struct TransportStreamPacket {
    /// The packet identifier.
    var id: Int
    /// Whether a section or a packetized elementary stream packet begins in the payload.
    var isStart: Bool
    var payload: ArraySlice<UInt8>
    /// The program clock reference, in ticks of 90 kHz.
    var clock: UInt64?

    /// - Parameter bytes: The 188 bytes of the packet.
    init?(_ bytes: ArraySlice<UInt8>) {
        let header = Array(bytes.prefix(12))
        guard header.count == 12, header[0] == 0x47, header[1] & 0x80 == 0 else { return nil }
        id = Int(header[1] & 0x1F) << 8 | Int(header[2])
        isStart = header[1] & 0x40 != 0
        let hasAdaptation = header[3] & 0x20 != 0
        let hasPayload = header[3] & 0x10 != 0
        payload = hasPayload ? bytes.dropFirst(4 + (hasAdaptation ? 1 + Int(header[4]) : 0)) : []
        if hasAdaptation, header[4] >= 7, header[5] & 0x10 != 0 {
            clock = UInt64(header.bigEndian(4, at: 6)) << 1 | UInt64(header[10] >> 7)
        }
    }

    /// The presentation timestamp in ticks of 90 kHz, and the offset of the data in the payload, if a packetized
    /// elementary stream packet begins here.
    var elementary: (timestamp: UInt64?, dataOffset: Int)? {
        guard isStart else { return nil }
        let header = Array(payload.prefix(14))
        guard header.count >= 9, header[0] == 0, header[1] == 0, header[2] == 1, header[3] >= 0xBD else { return nil }
        let offset = 9 + Int(header[8])
        guard header[7] & 0x80 != 0, header.count == 14 else { return (nil, offset) }
        let high = UInt64(header[9] >> 1 & 7) << 30
        let middle = UInt64(header.bigEndian(2, at: 10) >> 1) << 15
        return (high | middle | UInt64(header.bigEndian(2, at: 12) >> 1), offset)
    }
}

/// The timestamps of the streams in a part of a transport stream.
struct TransportStreamTimes {
    private var timestamps: [Int: UInt64] = [:]
    private var clocks: [Int: UInt64] = [:]

    var isEmpty: Bool { timestamps.isEmpty && clocks.isEmpty }

    /// - Parameter keepsFirst: Whether the first timestamps are kept, not the largest.
    mutating func add(_ packet: TransportStreamPacket, keepsFirst: Bool) {
        if let clock = packet.clock, !keepsFirst || clocks[packet.id] == nil {
            clocks[packet.id] = clock
        }
        guard let timestamp = packet.elementary?.timestamp else { return }
        guard let known = timestamps[packet.id] else {
            timestamps[packet.id] = timestamp
            return
        }
        // Pictures are not stored in the order of presentation.
        if !keepsFirst, Self.difference(timestamp, known) != nil { timestamps[packet.id] = timestamp }
    }

    /// Returns the longest time since the timestamps of the beginning; `nil` if no stream is in both parts.
    func seconds(since first: TransportStreamTimes) -> Double? {
        Self.longest(timestamps, since: first.timestamps) ?? Self.longest(clocks, since: first.clocks)
    }

    private static func longest(_ last: [Int: UInt64], since first: [Int: UInt64]) -> Double? {
        last.compactMap { id, time in first[id].flatMap { difference(time, $0) } }.max().map { Double($0) / 90_000 }
    }

    /// Returns the number of ticks between two timestamps of 33 bits, which can overflow; `nil` if `later` is
    /// earlier.
    private static func difference(_ later: UInt64, _ earlier: UInt64) -> UInt64? {
        let ticks = (later &- earlier) & 0x1_FFFF_FFFF
        return ticks < 1 << 32 ? ticks : nil
    }
}
