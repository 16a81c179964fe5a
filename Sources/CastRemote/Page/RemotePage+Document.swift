// SPDX-License-Identifier: Apache-2.0

import CastUI

extension RemotePage {
    func document(_ frame: PageFrame) -> String {
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
        ]
        return Self.document(
            localizer: localizer,
            title: text(.remoteTitle),
            script: "/assets/main.js?\(frame.version)",
            style: "/assets/page.css?\(frame.version)",
            words: Self.linkWords(frame, localizer) + words,
            body: body + Self.announcements
        )
    }

    private func container(_ region: RemoteRegion) -> HTML {
        .node("div", ["id": region.rawValue, "class": "region", "data-region": ""], [html(of: region)])
    }
}
