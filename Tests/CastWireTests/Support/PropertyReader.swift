// SPDX-License-Identifier: Apache-2.0

/// A payload whose public properties a test can read.
protocol Readable {
    func read(into reader: inout PropertyReader)
}

/// A reader of properties, nested ones included, that records which of them had a value.
struct PropertyReader {
    /// The properties that had a value at least once, as `Type.property`.
    private(set) var present: Set<String> = []
    /// The properties that had no value at least once.
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
