// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// A file of the device's page, embedded in the program.
struct ScreenAsset: Sendable {
    let contentType: String
    let body: ByteBuffer

    init(_ bytes: [UInt8], contentType: String) {
        self.contentType = contentType
        body = ByteBuffer(bytes: bytes)
    }

    static let page = ScreenAsset(PackageResources.page_html, contentType: "text/html; charset=utf-8")
    static let style = ScreenAsset(PackageResources.page_css, contentType: "text/css; charset=utf-8")
    /// The script that pages of apps can include before the receiver library.
    static let platform = ScreenAsset(PackageResources.platform_js, contentType: javaScript)
    static let icon = ScreenAsset(PackageResources.icon_png, contentType: "image/png")
    /// The page's modules by file name.
    static let scripts: [String: ScreenAsset] = [
        "main.js": ScreenAsset(PackageResources.main_js, contentType: javaScript),
        "link.js": ScreenAsset(PackageResources.link_js, contentType: javaScript),
        "frame.js": ScreenAsset(PackageResources.frame_js, contentType: javaScript),
        "cipher.js": ScreenAsset(PackageResources.cipher_js, contentType: javaScript),
        "cues.js": ScreenAsset(PackageResources.cues_js, contentType: javaScript),
        "feed.js": ScreenAsset(PackageResources.feed_js, contentType: javaScript),
        "fragment.js": ScreenAsset(PackageResources.fragment_js, contentType: javaScript),
        "playlist.js": ScreenAsset(PackageResources.playlist_js, contentType: javaScript),
        "sink.js": ScreenAsset(PackageResources.sink_js, contentType: javaScript),
        "stream.js": ScreenAsset(PackageResources.stream_js, contentType: javaScript),
        "transport.js": ScreenAsset(PackageResources.transport_js, contentType: javaScript),
        "captions.js": ScreenAsset(PackageResources.captions_js, contentType: javaScript),
        "element.js": ScreenAsset(PackageResources.element_js, contentType: javaScript),
        "obstacle.js": ScreenAsset(PackageResources.obstacle_js, contentType: javaScript),
        "view.js": ScreenAsset(PackageResources.view_js, contentType: javaScript),
        "words.js": ScreenAsset(PackageResources.words_js, contentType: javaScript),
    ]

    private static let javaScript = "text/javascript; charset=utf-8"

    /// The permissions of the page: it runs its own modules, connects to its own device, and plays media and subtitles
    /// from any host, because senders choose the URLs. Pictures are requested from the device, which checks their
    /// addresses. Frames are allowed on devices with apps that are pages: from any host, because such a page may
    /// redirect to another origin.
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src *",
        "img-src 'self' data: blob:", "media-src * data: blob:", "base-uri 'none'", "form-action 'none'",
        "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")

    /// - Parameter framesApps: Whether the page may show pages of apps in a frame. Default false.
    func response(framesApps: Bool = false) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: contentType,
                .cacheControl: "no-cache",
                .contentSecurityPolicy: Self.policy + (framesApps ? "; frame-src http: https:" : ""),
                .xContentTypeOptions: "nosniff",
                .referrerPolicy: "no-referrer",
            ],
            body: ResponseBody(byteBuffer: body)
        )
    }
}
