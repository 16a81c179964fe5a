/// Why the web remote did not start.
public struct WebRemoteError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: Sendable, Hashable {
        case notListening
        case portInUse
        case fileNotReadable
        /// It would be open to other machines without a token.
        case tokenMissing
    }

    public var code: Code
    /// For people.
    public var description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
