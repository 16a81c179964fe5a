import NIOCore

/// Where the bytes of an offered item are.
enum MediaSource: Sendable {
    case file(MediaFileLocation)
    case data(ByteBuffer)
}
