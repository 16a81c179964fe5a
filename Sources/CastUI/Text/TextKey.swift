// SPDX-License-Identifier: Apache-2.0

/// A text that a user interface can show: its key in a ``StringCatalog``, and the English text.
///
/// The widgets' texts are declared in this module. A user interface declares its own in an extension.
public struct TextKey: Sendable, Hashable {
    /// The key in a ``StringCatalog``. Two keys with the same name are equal.
    public let name: String
    /// The English text. `%@` is the next argument, `%1$@` the argument at a position, `%%` a percent sign.
    public let english: String

    /// Creates a key. `name` must be unique in the program.
    public init(_ name: String, _ english: String) {
        self.name = name
        self.english = english
    }

    public static func == (one: TextKey, other: TextKey) -> Bool { one.name == other.name }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
