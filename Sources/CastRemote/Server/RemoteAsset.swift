// SPDX-License-Identifier: Apache-2.0

import CastWire
import Crypto
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// A file of the page, embedded in the program.
struct RemoteAsset: Sendable {
    let contentType: String
    let bytes: [UInt8]

    /// All assets, by name.
    static let all: [String: RemoteAsset] = [
        "page.css": RemoteAsset(contentType: "text/css; charset=utf-8", bytes: PackageResources.page_css),
        "main.js": script(PackageResources.main_js),
        "fleet.js": script(PackageResources.fleet_js),
        "status.js": script(PackageResources.status_js),
        "link.js": script(PackageResources.link_js),
        "patch.js": script(PackageResources.patch_js),
        "sliders.js": script(PackageResources.sliders_js),
        "keys.js": script(PackageResources.keys_js),
        "upload.js": script(PackageResources.upload_js),
        "queue.js": script(PackageResources.queue_js),
        "times.js": script(PackageResources.times_js),
        "login.js": script(PackageResources.login_js),
        "icon.svg": RemoteAsset(contentType: "image/svg+xml", bytes: PackageResources.icon_svg),
    ]

    /// A version, which changes with the contents of the assets.
    static let version: String = {
        var hash = SHA256()
        for (_, asset) in all.sorted(by: { $0.key < $1.key }) { hash.update(data: asset.bytes) }
        return Hexadecimal.text(hash.finalize().prefix(6))
    }()

    private static func script(_ bytes: [UInt8]) -> RemoteAsset {
        RemoteAsset(contentType: "text/javascript; charset=utf-8", bytes: bytes)
    }

    func response() -> Response {
        Response(
            status: .ok,
            // Modules import one another without a version, so browsers must revalidate them.
            headers: [.contentType: contentType, .cacheControl: "no-cache"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }
}
