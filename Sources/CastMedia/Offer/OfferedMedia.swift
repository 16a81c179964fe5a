/// Something a ``MediaServer`` gives to whoever knows its address.
public struct OfferedMedia: Sendable, Hashable, Identifiable {
    /// 128 random bits in hexadecimal: what makes the address unguessable.
    public let id: String
    /// The last part of the address: the file's name, or the one it was offered under.
    public let name: String
    /// The media type it is served with, for the load request as well.
    public let contentType: String
    /// How many bytes it had when it was offered.
    public let size: Int

    /// The path of its URL.
    public var path: String { "/\(id)/\(PercentEncoding.encode(name))" }
}
