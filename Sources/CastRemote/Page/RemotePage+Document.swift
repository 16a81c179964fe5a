// SPDX-License-Identifier: Apache-2.0

import CastUI

extension RemotePage {
    /// The parameters of a document besides its content.
    struct Frame: Sendable {
        /// The id of the page, in everything that it sends. A page without script is reloaded by this id, with its
        /// secret.
        var page: String
        /// The secret that every request of the page must contain.
        var secret: String
        /// The version of the script and style files, so that browsers load new versions.
        var version: String
    }

    func document(_ frame: Frame) -> String {
        let words: [(String, String?)] = [
            ("data-upload-limit", uploads.map { "\($0.maximumSize)" }),
            (
                "data-upload-too-large",
                uploads.map { localizer.text(Phrase(.uploadTooLarge, .text(ByteText.size($0.maximumSize)))) }
            ),
            ("data-upload-failed", uploads.map { _ in text(.uploadIncomplete) }),
            ("data-upload-done", uploads.map { _ in text(.uploadDone) }),
            ("data-upload-cancel", uploads.map { _ in text(.uploadCancel) }),
        ]
        let body: [HTML] = [
            Self.shapes,
            .node("a", ["class": "skip", "href": "#main"], text: text(.remoteSkip)),
            uploadForm(frame),
            .node(
                "form",
                ["method": "post", "action": "/intent", "id": "remote-form", "class": "remote", "autocomplete": "off"],
                [
                    // The Enter key activates the first button of a form.
                    .node("button", ["type": "submit", "disabled": "", "hidden": "", "class": "first"]),
                    Self.fields(frame),
                    .node(
                        "header",
                        ["class": "bar"],
                        [
                            .node("h1", [:], text: text(.remoteTitle)),
                            .node("div", ["class": "casting"], [container(.castButton), container(.explain)]),
                        ]
                    ),
                    .node("p", ["id": "link", "class": "link", "hidden": ""]),
                    container(.notice),
                    container(.progress),
                    .node(
                        "main",
                        ["id": "main", "tabindex": "-1"],
                        [
                            .node("div", ["class": "column"], [container(.player), container(.volume)]),
                            .node(
                                "div",
                                ["class": "column"],
                                [container(.queue), container(.castFile), uploadProgress, container(.log)]
                            ),
                        ]
                    ),
                    .node(
                        "noscript",
                        [:],
                        [.node("p", [:], [.node("a", ["href": "/?page=\(frame.page)"], text: text(.remoteRefresh))])]
                    ),
                    container(.mini), container(.dialog), container(.tracks), container(.options),
                ]
            ),
            Self.emptyForm("address-form", frame), Self.emptyForm(Self.optionsFormID, frame),
            .node("div", ["id": "polite", "class": "unseen", "role": "status"]),
            .node("div", ["id": "assertive", "class": "unseen", "role": "alert"]),
        ]
        return Self.document(
            localizer: localizer,
            title: text(.remoteTitle),
            script: "/assets/main.js?\(frame.version)",
            style: "/assets/page.css?\(frame.version)",
            words: Self.linkWords(frame, localizer) + words,
            body: body
        )
    }

    /// Returns a form for controls elsewhere in the document, which refer to it by its id. The Enter key in a field then
    /// activates the buttons of that form.
    static func emptyForm(_ id: String, _ frame: Frame) -> HTML {
        .node("form", ["method": "post", "action": "/intent", "id": id], [fields(frame)])
    }

    /// Returns the fields that identify the page in a form.
    static func fields(_ frame: Frame) -> HTML {
        .group([
            .node("input", ["type": "hidden", "name": "page", "value": frame.page]),
            .node("input", ["type": "hidden", "name": "secret", "value": frame.secret]),
        ])
    }

    /// Returns what the script needs for its connection, and what it says about it.
    static func linkWords(_ frame: Frame, _ localizer: Localizer) -> [(String, String?)] {
        [
            ("data-page", frame.page), ("data-secret", frame.secret), ("data-lost", localizer.text(.linkLost)),
            ("data-back", localizer.text(.linkBack)), ("data-restarted", localizer.text(.linkRestarted)),
        ]
    }

    private func container(_ region: RemoteRegion) -> HTML {
        .node("div", ["id": region.rawValue, "class": "region", "data-region": ""], [html(of: region)])
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
