/// Something whose every public property a test can read.
protocol Readable {
    func read(into reader: inout PropertyReader)
}

/// Reads properties, and those of what they hold, and counts the values that were there.
struct PropertyReader {
    private(set) var values = 0

    mutating func read<Value>(_ value: Value?) {
        guard let value else { return }
        values += 1
        if let readable = value as? any Readable {
            readable.read(into: &self)
        } else if let list = value as? [any Readable] {
            for readable in list { readable.read(into: &self) }
        }
    }
}
