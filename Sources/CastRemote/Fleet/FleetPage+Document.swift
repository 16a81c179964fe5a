// SPDX-License-Identifier: Apache-2.0

import CastUI

extension FleetPage {
    func document(_ frame: PageFrame) -> String {
        let body: [HTML] = [
            Self.shapes,
            .node("a", ["class": "skip", "href": "#main"], text: text(.remoteSkip)),
            .node(
                "form",
                ["method": "post", "action": "/intent", "id": "remote-form", "class": "remote", "autocomplete": "off"],
                [
                    // The Enter key activates the first button of a form.
                    .node("button", ["type": "submit", "disabled": "", "hidden": "", "class": "first"]),
                    Self.fields(frame),
                    .node("header", ["class": "bar"], [.node("h1", [:], text: text(.fleetTitle)), searchField]),
                    .node("p", ["id": "link", "class": "link", "hidden": ""]),
                    container(.connection), container(.notice),
                    .node(
                        "main",
                        ["id": "main", "tabindex": "-1"],
                        [
                            .node("div", ["class": "column"], [container(.devices)]),
                            .node("div", ["class": "column"], [container(.actions), container(.sites)]),
                        ]
                    ),
                    .node(
                        "noscript",
                        [:],
                        [.node("p", [:], [.node("a", ["href": "/?page=\(frame.page)"], text: text(.remoteRefresh))])]
                    ),
                ]
            ),
            Self.emptyForm(Self.addressForm, frame), Self.emptyForm(Self.searchForm, frame),
        ]
        return Self.document(
            localizer: localizer,
            title: text(.fleetTitle),
            script: "/assets/fleet.js?\(frame.version)",
            style: "/assets/page.css?\(frame.version)",
            words: Self.linkWords(frame, localizer),
            body: body + Self.announcements
        )
    }

    private static let searchForm = "search-form"

    private var searchField: HTML {
        .node(
            "div",
            ["class": "search"],
            [
                .node(
                    "input",
                    [
                        "type": "search", "name": "search", "id": "search", "form": Self.searchForm, "value": search,
                        "placeholder": text(.fleetSearch), "aria-label": text(.fleetSearch), "maxlength": "100",
                    ]
                ),
                .node(
                    "noscript",
                    [:],
                    [
                        .node(
                            "button",
                            [
                                "type": "submit", "name": "intent", "value": "search", "form": Self.searchForm,
                                "class": "wide",
                            ],
                            text: text(.remoteSet)
                        )
                    ]
                ),
            ]
        )
    }

    private func container(_ region: Region) -> HTML {
        .node("div", ["id": region.rawValue, "class": "region", "data-region": ""], [html(of: region)])
    }
}
