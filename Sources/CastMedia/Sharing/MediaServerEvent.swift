// SPDX-License-Identifier: Apache-2.0

/// An event of a ``MediaServer``.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum MediaServerEvent: Sendable, Hashable {
    /// A client requested a shared item, and the response starts.
    case requested(SharedMedia, Request)
    /// A response ended. `isComplete` is false if the client disconnected or the file changed or was truncated.
    case answered(SharedMedia, bytesSent: Int, isComplete: Bool)
    /// A client requested a path that is not shared. `client` is its address.
    case refused(client: String?)

    /// A request and the status of its response.
    public struct Request: Sendable, Hashable {
        /// The HTTP method, which can be any text that the client sent.
        public var method: String
        /// The `Range` header field.
        public var range: String?
        /// The client's address.
        public var client: String?
        /// The `User-Agent` header field.
        public var userAgent: String?
        /// The status code of the response.
        public var status: Int
        /// The reason why the request could not be answered; `nil` if it was.
        public var problem: String?
    }
}

/// Counts of the requests for a shared item so far.
public struct MediaTraffic: Sendable, Hashable {
    /// The number of requests for the item, of any method and with any status.
    public var requests = 0
    /// The number of content bytes written to the network by all responses. This includes bytes that the client has not
    /// read.
    public var bytesSent = 0
    /// The number of responses in progress.
    public var openResponses = 0
    /// The address of the client that sent the most recent request.
    public var lastClient: String?
    /// The `User-Agent` of the most recent request. That of Cast devices contains `CrKey` and a version.
    public var lastUserAgent: String?

    /// The status code of the most recent response.
    public var lastStatus: Int?
    /// The reason why the most recent request could not be answered, such as the last message of `ffmpeg`.
    public var lastProblem: String?
    /// Whether the item comes from another server, so that ``lastStatus`` and ``lastProblem`` can be caused by it.
    public var isRelayed = false
    /// The address of the last client that was refused because the item is only for a device.
    public var lastRefusedClient: String?

    /// Creates counters of 0.
    public init() {}
}
