// SPDX-License-Identifier: Apache-2.0

import CastUI

/// The parameters of a page's document besides its content.
struct PageFrame: Sendable {
    /// The id of the page, in everything that it sends. A page without script is reloaded by this id, with its
    /// secret.
    var page: String
    /// The secret that every request of the page must contain.
    var secret: String
    /// The version of the script and style files, so that browsers load new versions.
    var version: String
}

extension PageElements {
    /// Returns a form for controls elsewhere in the document, which refer to it by its id. The Enter key in a field then
    /// activates the buttons of that form.
    static func emptyForm(_ id: String, _ frame: PageFrame) -> HTML {
        .node("form", ["method": "post", "action": "/intent", "id": id], [fields(frame)])
    }

    /// Returns the fields that identify the page in a form.
    static func fields(_ frame: PageFrame) -> HTML {
        .group([
            .node("input", ["type": "hidden", "name": "page", "value": frame.page]),
            .node("input", ["type": "hidden", "name": "secret", "value": frame.secret]),
        ])
    }

    /// Returns what the script needs for its connection, and what it says about it.
    static func linkWords(_ frame: PageFrame, _ localizer: Localizer) -> [(String, String?)] {
        [
            ("data-page", frame.page), ("data-secret", frame.secret), ("data-lost", localizer.text(.linkLost)),
            ("data-back", localizer.text(.linkBack)), ("data-restarted", localizer.text(.linkRestarted)),
        ]
    }

    /// The elements in which the script announces texts to screen readers.
    static var announcements: [HTML] {
        [
            .node("div", ["id": "polite", "class": "unseen", "role": "status"]),
            .node("div", ["id": "assertive", "class": "unseen", "role": "alert"]),
        ]
    }

    /// Returns a complete document, without inline scripts or styles.
    static func document(
        localizer: Localizer,
        title: String,
        script: String,
        style: String,
        words: [(String, String?)],
        body: [HTML]
    ) -> String {
        let attributes = words.compactMap { name, value in value.map { HTML.Attribute(name: name, value: $0) } }
        let document = HTML.node(
            "html",
            ["lang": localizer.language, "dir": localizer.direction.rawValue],
            [
                .node(
                    "head",
                    [:],
                    [
                        .node("meta", ["charset": "utf-8"]),
                        .node("title", text: title),
                        .node("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
                        .node("meta", ["name": "color-scheme", "content": "light dark"]),
                        .node("link", ["rel": "icon", "href": "/assets/icon.svg", "type": "image/svg+xml"]),
                        .node("link", ["rel": "stylesheet", "href": style]),
                        .node("script", ["type": "module", "src": script]),
                    ]
                ),
                .element(HTML.Element(name: "body", attributes: attributes, children: body)),
            ]
        )
        return "<!doctype html>\n" + document.written()
    }
}
