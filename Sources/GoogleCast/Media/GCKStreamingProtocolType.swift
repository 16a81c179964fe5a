/// The protocol by which a stream is fetched.
// swift-format-ignore: AlwaysUseLowerCamelCase
public enum GCKStreamingProtocolType: Int, CaseIterable, Sendable {
    case unknown = 0
    case MPEGDASH = 1
    case HLS = 2
    case smoothStreaming = 3
}
