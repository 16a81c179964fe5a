/// The stream information, which is the first block of every FLAC file (RFC 9639, section 8.2).
enum FLACProbe {
    static func duration(_ window: inout ProbeWindow) async throws -> Double? {
        var block = ByteCursor(try await window.bytes(at: 4, count: 38))
        guard let header = block.number(bytes: 4), header >> 24 & 0x7F == 0 else { throw window.damaged(at: 4) }
        block.skip(10)
        guard let packed = block.number(bytes: 8) else { throw window.damaged(at: 8) }
        let rate = packed >> 44
        let samples = packed & 0xF_FFFF_FFFF
        return rate > 0 && samples > 0 ? Double(samples) / Double(rate) : nil
    }
}
