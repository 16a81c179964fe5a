/// Something that happened at a ``MediaServer``.
public enum MediaServerEvent: Sendable, Hashable {
    /// A client asked for an offered item, and an answer begins.
    case requested(OfferedMedia, Request)
    /// An answer ended. `isComplete` is false when the client went away, or the file changed or ended too early.
    case answered(OfferedMedia, bytesSent: Int, isComplete: Bool)
    /// A client asked for something that is not offered.
    case refused(client: String?)

    /// What was asked and what the answer is.
    public struct Request: Sendable, Hashable {
        /// `GET`, `HEAD`, `OPTIONS`, or whatever was tried.
        public var method: String
        /// The `Range` field as sent.
        public var range: String?
        /// The client's address.
        public var client: String?
        /// The `User-Agent` field as sent.
        public var userAgent: String?
        /// The status code of the answer.
        public var status: Int
    }
}
