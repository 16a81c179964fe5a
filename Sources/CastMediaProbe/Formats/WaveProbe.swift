/// A parser for WAVE in RIFF or RF64. RF64 has its sizes in a separate chunk (EBU Tech 3306).
enum WaveProbe {
    static func duration(_ window: inout ProbeWindow) async throws -> Double? {
        var offset: UInt64 = 12
        var bytesPerSecond: UInt64 = 0
        var longSize: UInt64?
        while true {
            try window.step()
            var chunk = ByteCursor(try await window.bytes(at: offset, count: 40))
            guard let id = chunk.code(), let size = chunk.littleEndianNumber(bytes: 4) else { return nil }
            switch id {
            case "fmt ":
                chunk.skip(8)
                guard let rate = chunk.littleEndianNumber(bytes: 4), size >= 16 else {
                    throw window.damaged(at: offset)
                }
                bytesPerSecond = rate
            case "ds64":
                chunk.skip(8)
                longSize = chunk.littleEndianNumber(bytes: 8)
            case "data":
                guard bytesPerSecond > 0 else { throw window.damaged(at: offset) }
                let isOpen = size == 0 || size == UInt64(UInt32.max)
                let rest = window.size.map { $0 - min($0, offset + 8) }
                let length = isOpen ? longSize ?? rest : size
                return length.map { Double($0) / Double(bytesPerSecond) }
            default:
                break
            }
            // Chunks are aligned to even offsets.
            guard let next = offset.adding(8 + size + size % 2) else { throw window.damaged(at: offset) }
            offset = next
        }
    }
}

/// A parser for FLAC. The first metadata block of every file is the stream information (RFC 9639, section 8.2).
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
