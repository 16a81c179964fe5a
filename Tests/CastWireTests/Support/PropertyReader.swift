/// Something whose every public property a test can read.
protocol Readable {
    func read(into reader: inout PropertyReader)
}

/// Reads properties, and those of what they hold, and notes which had a value.
struct PropertyReader {
    /// Properties that had a value somewhere, as `Type.property`.
    private(set) var present: Set<String> = []
    /// Properties that had none somewhere.
    private(set) var absent: Set<String> = []

    mutating func read<Value>(_ name: String, _ value: Value?) {
        guard let value else {
            absent.insert(name)
            return
        }
        present.insert(name)
        if let readable = value as? any Readable {
            readable.read(into: &self)
        } else if let list = value as? [any Readable] {
            for readable in list { readable.read(into: &self) }
        }
    }
}
