// SPDX-License-Identifier: Apache-2.0

/// The reason that an image could not be loaded.
public enum ArtworkError: Error, Sendable, Hashable {
    /// The string is not a URL, or its scheme is neither http nor https.
    case invalidURL(String)
    /// The URL is not https, but only https is allowed.
    case notSecure(String)
    /// The host name could not be resolved, or the host did not respond.
    case unreachable(String, reason: String)
    /// The request is not allowed to connect to the address, for example because it belongs to this machine.
    case forbiddenAddress(host: String)
    /// The server responded with this HTTP status.
    case status(Int)
    /// The server redirected more often than allowed.
    case tooManyRedirects(limit: Int)
    /// The image is larger than the limit in bytes.
    case tooLarge(limit: Int)
    /// The image has more pixels than allowed.
    case tooManyPixels(width: Int, height: Int)
    /// The image was not loaded within the time limit.
    case tooSlow(limit: Duration)
    /// The content is not PNG, JPEG, GIF, WebP or BMP, regardless of its `Content-Type`.
    case notAnImage
    /// The image is incomplete.
    case truncated
    /// Too many requests are pending.
    case tooMany(limit: Int)
    /// The task was canceled or the cache was closed.
    case cancelled
}

extension ArtworkError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .invalidURL(let address): "\(address.prefix(200)) is not a valid http or https URL"
        case .notSecure(let address): "\(address.prefix(200)) is not an https URL, and only https is allowed"
        case .unreachable(let host, let reason): "\(host) cannot be reached: \(reason)"
        case .forbiddenAddress(let host): "loading images from \(host) is not allowed"
        case .status(let code): "the server responded with status \(code)"
        case .tooManyRedirects(let limit): "the server redirected more than \(limit) times"
        case .tooLarge(let limit): "the image is larger than \(limit) bytes"
        case .tooManyPixels(let width, let height): "the image has too many pixels: \(width) by \(height)"
        case .tooSlow(let limit): "the image was not loaded within \(limit)"
        case .notAnImage: "the content is not a PNG, JPEG, GIF, WebP or BMP image"
        case .truncated: "the image is incomplete"
        case .tooMany(let limit): "more than \(limit) image requests are pending"
        case .cancelled: "the request was canceled"
        }
    }
}
