// SPDX-License-Identifier: Apache-2.0

import CastUI

/// The content of a page at one instant, as HTML. It is a function of these properties.
struct RemotePage: PageElements, Sendable {
    var state: CastUIState
    var instant: ContinuousClock.Instant
    var localizer: Localizer
    var files: [RemoteFile] = []
    /// The uploaded files; nil if the page cannot upload any.
    var uploads: UploadList?
    var log: [RemoteLogLine] = []
    var address = AddressField()
    /// A notice of this page, which takes precedence over the store's.
    var ownNotice: Phrase?
    var progress: CastProgress?
    /// The open dialog with the choices for an item.
    var options: OpenOptions?
    /// Returns the path of an image on this server for the URL in the media; nil if the page shows no image.
    var picture: @Sendable (String) -> String? = { _ in nil }

    func html(of region: RemoteRegion) -> HTML {
        switch region {
        case .castButton: castButton
        case .explain: explanation
        case .notice: notice
        case .progress: castProgress
        case .player: player
        case .volume: volume
        case .queue: queue
        case .castFile: castFile
        case .log: eventLog
        case .mini: mini
        case .dialog: dialog
        case .tracks: tracks
        case .options: castOptions
        }
    }
}

extension RemotePage {
    /// The URLs of all images that the page may show.
    var imageURLs: [String] {
        var addresses = [state.expanded(at: instant)?.artwork?.url, state.mini(at: instant)?.artwork?.url]
        addresses.append(state.upNext(at: instant)?.artwork?.url)
        if case .connected(let connected)? = state.dialog(at: instant)?.content {
            addresses.append(connected.artwork?.url)
        }
        if hasQueue {
            let view = state.queueView(at: instant)
            addresses += shownRows(of: view).map { view.rows[$0].artwork?.url }
        }
        return addresses.compactMap(\.self)
    }
}

extension RemotePage {
    /// Returns the artwork of the media, over an icon as placeholder.
    func artwork(_ artwork: ArtworkReference?, instead icon: Icon, _ classes: String) -> HTML {
        let address = artwork.flatMap { picture($0.url) }
        return .node(
            "span",
            ["class": classes],
            [Self.icon(icon)] + (address.map { [.node("img", ["src": $0, "alt": "", "decoding": "async"])] } ?? [])
        )
    }
}
