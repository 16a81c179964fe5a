// SPDX-License-Identifier: Apache-2.0

/// A parser for MPEG audio: a sequence of frames between optional tags.
///
/// The duration is exact if the encoder wrote the number of frames. Otherwise it is estimated from the bit rate of the
/// first frame.
enum MPEGAudioProbe {
    /// Returns the facts without tags.
    ///
    /// - Parameter audioStart: The offset after the ID3 tag.
    static func read(_ window: inout ProbeWindow, start audioStart: UInt64) async throws -> MediaFacts {
        let bytes = try await window.bytes(at: audioStart, count: 16_384)
        guard let (offset, frame) = firstFrame(bytes) else { throw window.damaged(at: audioStart) }
        var facts = MediaFacts(container: .mpegAudio, duration: nil, tracks: [frame.track(0)])
        let content = Array(bytes.dropFirst(offset))
        if let frames = countedFrames(content, frame: frame) {
            facts.duration = Double(frames) * Double(frame.samples) / Double(frame.samplesPerSecond)
        } else if let size = window.size, let start = audioStart.adding(UInt64(offset)), size > start {
            facts.duration = Double(size - start) * 8 / Double(frame.bitRate)
        }
        return facts
    }

    /// Returns the size of the ID3 tag in bytes, header included (ID3v2.4, section 3.1).
    static func tagSize(_ window: inout ProbeWindow) async throws -> UInt64 {
        let header = try await window.bytes(at: 0, count: 10)
        guard header.count == 10, header.starts(with: "ID3".utf8) else { return 0 }
        let size = header[6...].reduce(UInt64(0)) { $0 << 7 | UInt64($1 & 0x7F) }
        return 10 + size + (header[5] & 0x10 == 0 ? 0 : 10)
    }

    /// Returns the first frame header that is followed by another one at the expected offset.
    private static func firstFrame(_ bytes: [UInt8]) -> (Int, MPEGAudioFrame)? {
        for offset in bytes.indices where bytes[offset] == 0xFF {
            guard let frame = MPEGAudioFrame(Array(bytes[offset...].prefix(4))) else { continue }
            let next = offset + frame.size
            if next + 4 > bytes.count || MPEGAudioFrame(Array(bytes[next...].prefix(4))) != nil {
                return (offset, frame)
            }
        }
        return nil
    }

    /// Returns the number of frames from a Xing, Info or VBRI header in the first frame.
    private static func countedFrames(_ content: [UInt8], frame: MPEGAudioFrame) -> UInt64? {
        var xing = ByteCursor(content)
        xing.skip(frame.encoderHeaderOffset)
        if let name = xing.code(), name == "Xing" || name == "Info" {
            guard let flags = xing.number(bytes: 4), flags & 1 == 1 else { return nil }
            return xing.number(bytes: 4).flatMap { $0 > 0 ? $0 : nil }
        }
        var vbri = ByteCursor(content)
        vbri.skip(36)
        guard vbri.code() == "VBRI" else { return nil }
        vbri.skip(10)
        return vbri.number(bytes: 4).flatMap { $0 > 0 ? $0 : nil }
    }
}

/// The header of an MPEG audio frame (ISO/IEC 11172-3 and 13818-3).
struct MPEGAudioFrame: Equatable {
    var samplesPerSecond: Int
    var samples: Int
    /// The bit rate in bits per second.
    var bitRate: Int
    /// The size of the frame in bytes, header included.
    var size: Int
    /// The offset within the frame of a Xing or Info header, if there is one.
    var encoderHeaderOffset: Int
    /// The layer, 1 to 3.
    var layer: Int
    var channels: Int

    /// - Parameter bytes: At least the four bytes of the header.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 else { return nil }
        let version = Int(bytes[1] >> 3 & 3)
        layer = 4 - Int(bytes[1] >> 1 & 3)
        let rateIndex = Int(bytes[2] >> 2 & 3)
        let bitRateIndex = Int(bytes[2] >> 4)
        guard version != 1, layer != 4, rateIndex != 3, (1...14).contains(bitRateIndex) else { return nil }
        let isFirstVersion = version == 3
        let kilobits = isFirstVersion ? Self.bitRates[layer - 1] : Self.lowBitRates[layer - 1]
        bitRate = kilobits[bitRateIndex - 1] * 1000
        samplesPerSecond = [44_100, 48_000, 32_000][rateIndex] / (isFirstVersion ? 1 : version == 2 ? 2 : 4)
        let padding = Int(bytes[2] >> 1 & 1)
        if layer == 1 {
            samples = 384
            size = (12 * bitRate / samplesPerSecond + padding) * 4
        } else {
            samples = layer == 3 && !isFirstVersion ? 576 : 1152
            size = samples / 8 * bitRate / samplesPerSecond + padding
        }
        let isMono = bytes[3] >> 6 == 3
        channels = isMono ? 1 : 2
        encoderHeaderOffset = 4 + (isFirstVersion ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
    }

    var codec: MediaCodec { layer == 3 ? .mp3 : layer == 2 ? .mp2 : "mp1" }

    func track(_ index: Int) -> TrackFacts {
        var track = TrackFacts(index: index, kind: .audio, codec: codec)
        track.channels = channels
        track.sampleRate = samplesPerSecond
        return track
    }

    private static let bitRates = [
        [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    ]
    private static let lowBitRates = [
        [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
        [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]
}
