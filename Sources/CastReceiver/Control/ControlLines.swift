/// Cuts a stream of bytes into lines, none longer than a limit.
struct ControlLines: Sendable {
    private let limit: Int
    private var pending: [UInt8] = []
    /// A line was longer than the limit; nothing more is read.
    private(set) var isOverflown = false

    init(limit: Int) {
        self.limit = limit
    }

    mutating func append(_ bytes: some Collection<UInt8>) {
        if !isOverflown { pending.append(contentsOf: bytes) }
    }

    /// The next line without its end; empty ones are left out.
    mutating func next() -> String? {
        while let end = pending.firstIndex(of: UInt8(ascii: "\n")), end <= limit {
            let line = String(decoding: pending[..<end], as: UTF8.self)
            pending.removeSubrange(...end)
            if line.contains(where: { !$0.isWhitespace }) { return line }
        }
        if pending.count > limit {
            isOverflown = true
            pending = []
        }
        return nil
    }
}
