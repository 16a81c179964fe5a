import CastHTTPClient

/// Why there is no picture.
public enum ArtworkError: Error, Sendable, Hashable {
    /// No address, or not one of http or https.
    case notAnAddress(String)
    /// Only https is allowed here.
    case notSecure(String)
    /// The name is not known, or nobody answers there.
    case unreachable(String, reason: String)
    /// An address that may not be asked: one of this machine by another name, or one nearer than who sent there.
    case forbiddenAddress(host: String)
    case status(Int)
    case tooManyRedirects(limit: Int)
    /// In bytes.
    case tooLarge(limit: Int)
    case tooManyPixels(width: Int, height: Int)
    case tooSlow(limit: Duration)
    /// Neither PNG nor JPEG, GIF, WebP or BMP, whatever its type says.
    case notAnImage
    /// It ended before its end.
    case truncated
    /// More pictures are waited for than are ever shown.
    case tooMany(limit: Int)
    case cancelled
}

extension ArtworkError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notAnAddress(let address): "\(address.prefix(200)) is no http or https address"
        case .notSecure(let address): "\(address.prefix(200)) is not https, and only https is loaded here"
        case .unreachable(let host, let reason): "\(host) cannot be reached: \(reason)"
        case .forbiddenAddress(let host): "\(host) is an address that a picture may not be loaded from"
        case .status(let code): "the server answered \(code)"
        case .tooManyRedirects(let limit): "the server sent on more than \(limit) times"
        case .tooLarge(let limit): "the picture has more than \(limit) bytes"
        case .tooManyPixels(let width, let height): "the picture has \(width) by \(height) pixels, which is too many"
        case .tooSlow(let limit): "the picture did not arrive within \(limit)"
        case .notAnImage: "what came is neither PNG nor JPEG, GIF, WebP or BMP"
        case .truncated: "the picture ended before its end"
        case .tooMany(let limit): "more than \(limit) pictures are waited for"
        case .cancelled: "nobody waits for the picture any more"
        }
    }
}

extension ArtworkError {
    init(_ error: RestrictedHTTPError) {
        self =
            switch error {
            case .unsupportedURL(let url): .notAnAddress(url)
            case .notSecure(let url): .notSecure(url)
            case .unreachable(let host, let reason): .unreachable(host, reason: reason)
            case .forbiddenAddress(let host): .forbiddenAddress(host: host)
            case .tooManyRedirects(let limit): .tooManyRedirects(limit: limit)
            }
    }
}
