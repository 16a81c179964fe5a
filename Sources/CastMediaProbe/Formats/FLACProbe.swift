// SPDX-License-Identifier: Apache-2.0

/// A parser for FLAC. The first metadata block of every file is the stream information (RFC 9639, section 8.2).
enum FLACProbe {
    /// - Parameter start: The offset of the signature.
    static func duration(_ window: inout ProbeWindow, start: UInt64 = 0) async throws -> Double? {
        try await information(&window, start: start).duration
    }

    static func inspect(_ window: inout ProbeWindow, start: UInt64) async throws -> MediaFacts {
        let information = try await information(&window, start: start)
        let tags = try await tags(&window, start: start)
        return MediaFacts(container: .flac, duration: information.duration, tracks: [information.track(0)], tags: tags)
    }

    private static func information(
        _ window: inout ProbeWindow,
        start: UInt64
    ) async throws -> FLACStreamInformation {
        guard let offset = start.adding(4) else { throw window.damaged(at: start) }
        let block = try await window.bytes(at: offset, count: 38)
        guard let information = FLACStreamInformation(block) else { throw window.damaged(at: offset) }
        return information
    }

    /// Reads the metadata blocks up to the Vorbis comment (RFC 9639, section 8.6).
    private static func tags(_ window: inout ProbeWindow, start: UInt64) async throws -> MediaTags {
        var offset = start.adding(4)
        while let blockStart = offset {
            try window.step()
            var block = ByteCursor(try await window.bytes(at: blockStart, count: 4))
            guard let header = block.number(bytes: 4), let content = blockStart.adding(4) else { break }
            let size = header & 0xFF_FFFF
            if header >> 24 & 0x7F == 4 {
                return MediaTags(vorbisComment: try await window.bytes(at: content, count: Int(size)))
            }
            offset = header >> 31 == 1 ? nil : content.adding(size)
        }
        return MediaTags()
    }
}

/// The stream information block of FLAC (RFC 9639, section 8.2).
struct FLACStreamInformation {
    var sampleRate: Int
    var channels: Int
    /// The number of samples of a channel; 0 if it is unknown.
    var samples: UInt64

    /// - Parameter bytes: The metadata block, header included.
    init?(_ bytes: [UInt8]) {
        var block = ByteCursor(bytes)
        guard let header = block.number(bytes: 4), header >> 24 & 0x7F == 0 else { return nil }
        block.skip(10)
        guard let packed = block.number(bytes: 8) else { return nil }
        sampleRate = Int(packed >> 44)
        channels = Int(packed >> 41 & 7) + 1
        samples = packed & 0xF_FFFF_FFFF
    }

    var duration: Double? { sampleRate > 0 && samples > 0 ? Double(samples) / Double(sampleRate) : nil }

    func track(_ index: Int) -> TrackFacts {
        var track = TrackFacts(index: index, kind: .audio, codec: .flac)
        track.sampleRate = sampleRate > 0 ? sampleRate : nil
        track.channels = channels
        return track
    }
}
