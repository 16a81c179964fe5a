/// Frames in a row, after a tag and before another. Its length is counted where an encoder left the number of frames,
/// and estimated from the first frame's bit rate where not.
enum MPEGAudioProbe {
    static func duration(_ window: inout ProbeWindow) async throws -> Double? {
        let tagged = try await tagSize(&window)
        let bytes = try await window.bytes(at: tagged, count: 16_384)
        guard let (place, frame) = firstFrame(bytes) else { throw window.damaged(at: tagged) }
        let content = Array(bytes.dropFirst(place))
        if let frames = countedFrames(content, frame: frame) {
            return Double(frames) * Double(frame.samples) / Double(frame.samplesPerSecond)
        }
        guard let size = window.size, let start = tagged.adding(UInt64(place)), size > start else { return nil }
        return Double(size - start) * 8 / Double(frame.bitRate)
    }

    /// How many bytes the ID3 tag takes, itself included (ID3v2.4, section 3.1).
    private static func tagSize(_ window: inout ProbeWindow) async throws -> UInt64 {
        let header = try await window.bytes(at: 0, count: 10)
        guard header.count == 10, header.starts(with: "ID3".utf8) else { return 0 }
        let size = header[6...].reduce(UInt64(0)) { $0 << 7 | UInt64($1 & 0x7F) }
        return 10 + size + (header[5] & 0x10 == 0 ? 0 : 10)
    }

    /// The first header after which another follows where it says.
    private static func firstFrame(_ bytes: [UInt8]) -> (Int, MPEGAudioFrame)? {
        for place in bytes.indices where bytes[place] == 0xFF {
            guard let frame = MPEGAudioFrame(Array(bytes[place...].prefix(4))) else { continue }
            let next = place + frame.size
            if next + 4 > bytes.count || MPEGAudioFrame(Array(bytes[next...].prefix(4))) != nil {
                return (place, frame)
            }
        }
        return nil
    }

    /// What a Xing, Info or VBRI header says, if the first frame is one.
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
