// SPDX-License-Identifier: Apache-2.0

/// A parser for AAC in frames with ADTS headers (ISO/IEC 14496-3, section 1.A.3.2).
///
/// The duration is exact for files that fit into one read. Otherwise it is estimated from the mean size of the first
/// frames.
enum ADTSProbe {
    /// - Parameter start: The offset of the first frame.
    static func read(_ window: inout ProbeWindow, start: UInt64) async throws -> MediaFacts {
        let bytes = try await window.bytes(at: start, count: window.readSize)
        guard let first = ADTSHeader(bytes) else { throw window.damaged(at: start) }
        var samples = 0
        var offset = 0
        while let header = ADTSHeader(bytes[offset...].prefix(ADTSHeader.size)),
            header.frameSize <= bytes.count - offset
        {
            samples += header.samples
            offset += header.frameSize
        }
        var facts = MediaFacts(container: .adts, duration: nil, tracks: [first.track(0)])
        if let size = window.size, size > start, offset > 0 {
            let seconds = Double(samples) / Double(first.sampleRate)
            facts.duration = seconds * max(1, Double(size - start) / Double(offset))
        }
        return facts
    }
}

/// The header of an ADTS frame.
struct ADTSHeader {
    /// The size of a header without a checksum.
    static let size = 7

    var configuration: AudioConfiguration
    var sampleRate: Int
    /// The size of the frame in bytes, header included.
    var frameSize: Int
    /// The number of samples of a channel.
    var samples: Int

    init?(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes.prefix(Self.size))
        guard bytes.count == Self.size, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 else { return nil }
        let rate = Int(bytes[2] >> 2 & 0xF)
        frameSize = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5] >> 5)
        guard rate < CodecConfiguration.aacSampleRates.count, frameSize >= Self.size else { return nil }
        sampleRate = CodecConfiguration.aacSampleRates[rate]
        samples = 1024 * (Int(bytes[6] & 3) + 1)
        configuration = AudioConfiguration(
            profile: CodecConfiguration.aacProfile(Int(bytes[2] >> 6) + 1),
            sampleRate: sampleRate,
            channels: CodecConfiguration.aacChannels(Int(bytes[2] & 1) << 2 | Int(bytes[3] >> 6))
        )
    }

    func track(_ index: Int) -> TrackFacts {
        var track = TrackFacts(index: index, kind: .audio, codec: .aac)
        configuration.apply(to: &track)
        return track
    }
}
