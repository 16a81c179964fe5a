// SPDX-License-Identifier: Apache-2.0

/// The decision whether to send a URL to a device, made from the facts about it.
///
/// A device reports all failures to fetch media with the same error code. The server's response distinguishes a missing
/// file from a page that requires a login, and it provides the media type of a URL without an extension.
package enum WebMedia: Sendable, Hashable {
    /// The server has content that may be media. The type is the server's, that of the first bytes, or, if neither is a
    /// media type, a guess from the URL.
    case media(contentType: String)
    /// The server responded, but no device can play the URL.
    case unusable(WebInspection.Problem)
    /// The server did not respond to this machine. The device may still be able to reach it.
    case unreachable(reason: String, contentType: String)

    /// Decides with the facts about a URL.
    ///
    /// Only problems that do not depend on the device make a URL unusable. Servers of streams sometimes allow the
    /// requests of devices only, so problems within a stream are left to the device.
    package init(_ inspection: WebInspection) {
        let type = inspection.contentType
        for problem in inspection.problems {
            switch problem {
            case .status, .page, .certificate, .redirectLoop:
                self = .unusable(problem)
                return
            case .unreachable(let reason) where inspection.status == nil:
                self = .unreachable(reason: reason, contentType: type)
                return
            case .tooManyRedirects(let limit):
                let reason = "the server redirected more than \(limit) times"
                self = .unreachable(reason: reason, contentType: type)
                return
            case .privateAddress(let host) where inspection.status == nil:
                let reason = "it redirects to \(host), an address of a private network"
                self = .unreachable(reason: reason, contentType: type)
                return
            default: continue
            }
        }
        self = .media(contentType: type)
    }

    /// Inspects a URL and decides.
    package static func check(
        _ url: String,
        limits: WebInspection.Limits = WebInspection.Limits()
    ) async -> WebMedia {
        WebMedia(await WebInspection.inspect(url: url, limits: limits))
    }

    // MARK: - Media types

    /// The media type of HLS playlists.
    static let hlsType = "application/vnd.apple.mpegurl"

    /// Returns the type that a URL's path suggests. The default is video, the most common type of such URLs.
    package static func contentType(ofURL url: String) -> String {
        let type = contentType(named: url)
        return type == ContentType.unknown ? "video/mp4" : type
    }

    /// Whether the extension of a URL's path is that of a media file.
    package static func hasMediaName(_ url: String) -> Bool { isMedia(contentType(named: url)) }

    /// Returns the type for the extension of a URL's path, or ``ContentType/unknown``.
    static func contentType(named url: String) -> String {
        ContentType.guess(fileName: String(url.prefix { $0 != "?" && $0 != "#" }))
    }

    /// Returns whether a type is a media type, rather than a server's default for unknown files.
    static func isMedia(_ type: String) -> Bool {
        let applications: Set<String> = [
            "application/vnd.apple.mpegurl", "application/x-mpegurl", "application/mpegurl", "application/dash+xml",
            "application/vnd.ms-sstr+xml", "application/ogg", "application/mp4",
        ]
        return ["video/", "audio/", "image/"].contains(where: type.hasPrefix) || applications.contains(type)
    }
}
