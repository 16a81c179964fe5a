// SPDX-License-Identifier: Apache-2.0

import CastUI

// The cast button, the introduction, the notice and the dialog.

extension RemotePage {
    /// The id of the button that gets the focus when a dialog closes.
    static let castButtonID = "cast"

    var castButton: HTML {
        let button = state.castButton
        guard button.isVisible else { return .nothing }
        let phase =
            switch button.phase {
            case .noDevices: "none"
            case .notConnected: "ready"
            case .connecting: "connecting"
            case .connected: "connected"
            }
        let picture =
            button.phase == .connecting
            ? Self.drawing(Icon.connectingFrames, button.isAnimating ? "icon waves" : "icon waves still")
            : Self.icon(button.icon)
        return .node(
            "button",
            [
                "type": "submit", "name": "intent", "value": "tapCastButton", "data-intent": "tapCastButton",
                "id": Self.castButtonID, "class": "cast", "data-phase": phase, "title": text(button.label),
                "aria-haspopup": "dialog", "aria-expanded": button.isDialogOpen ? "true" : "false",
            ],
            [picture, hidden(button.label)]
                + (button.value.map { [.node("span", ["class": "device"], [.text(" "), line($0)])] } ?? [])
        )
    }

    var explanation: HTML {
        if let view = state.networkExplanation {
            return modal(
                id: "network-title",
                title: view.title,
                close: "dismissNetworkExplanation",
                content: [.node("p", [:], [line(view.text)])],
                buttons: [button(view.primary, "acknowledgeNetworkExplanation", .text, "main")]
            )
        }
        guard let view = state.introduction else { return .nothing }
        return .node(
            "div",
            ["class": "introduction", "role": "group", "aria-label": text(.castButtonDisconnected)],
            [
                .node("span", ["class": "ring", "aria-hidden": "true"]),
                .node("p", [:], [line(view.text)]),
                button(view.dismiss, "dismissIntroduction", .text, "main", id: "introduced"),
            ]
        )
    }

    var notice: HTML {
        guard let phrase = ownNotice ?? state.notice?.phrase else { return .nothing }
        let isConfirmation = phrase.key == .queueAdded
        // Announcements have live regions of their own; this is a landmark that the user can navigate to.
        return .node(
            "aside",
            ["class": isConfirmation ? "notice news" : "notice"],
            [Self.icon(isConfirmation ? .check : .warning), line(.phrase(phrase))]
        )
    }

    // MARK: Dialog

    var dialog: HTML {
        guard let view = state.dialog(at: instant) else { return .nothing }
        var buttons: [HTML] = []
        var close = "dismissDialog"
        let content: [HTML]
        switch view.content {
        case .searching: content = [activity(ControlLabel(.dialogSearching))]
        case .noDevices(let items): content = [helpList(items)]
        case .chooser(let rows): content = [deviceList(rows)]
        case .connecting(let hint):
            content = [activity(hint)]
            close = "cancelConnecting"
        case .waiting(let hint):
            content = [activity(hint)]
            close = "cancelConnecting"
        case .connected(let connected):
            content = self.connected(connected)
            buttons.append(button(connected.stop, "stopCasting", .text, "main"))
        case .ending: content = [activity(ControlLabel(.dialogEnding))]
        case .failed(let failure, let retry):
            content = [.node("p", [:], [line(failure.text)])]
            if let retry { buttons.append(button(retry, "retryConnecting", .text, "main")) }
        }
        buttons.insert(button(view.close, close, .text), at: 0)
        return modal(id: "dialog-title", title: view.title, close: close, content: content, buttons: buttons)
    }

    /// Returns a dialog, which the script makes modal. Escape sends the intent `close`; then the focus returns to
    /// `opener`.
    func modal(
        id: String,
        title: ControlLabel,
        close: String,
        opener: String = castButtonID,
        classes: String? = nil,
        content: [HTML],
        buttons: [HTML]
    ) -> HTML {
        .node(
            "dialog",
            [
                "open": "", "aria-labelledby": id, "aria-modal": "true", "data-modal": "", "data-close": close,
                "data-opener": opener, "class": classes,
            ],
            [
                .node("h2", ["id": id, "tabindex": "-1"], [line(title)]),
                .node("div", ["class": "content"], content),
                .node("div", ["class": "buttons"], buttons),
            ]
        )
    }

    func activity(_ label: ControlLabel) -> HTML {
        .node("p", ["class": "activity"], [.node("span", ["class": "spinner", "aria-hidden": "true"]), line(label)])
    }

    private func deviceList(_ rows: [DeviceRow]) -> HTML {
        .node(
            "ul",
            ["class": "devices", "role": "list", "data-arrows": ""],
            rows.map { row in
                .node(
                    "li",
                    ["data-key": row.id],
                    [
                        .node(
                            "button",
                            [
                                "type": "submit", "name": "intent", "value": "selectDevice:\(row.id)",
                                "data-intent": "selectDevice:\(row.id)", "class": "row",
                                "aria-current": row.isCurrent ? "true" : nil,
                                "aria-busy": row.isConnecting ? "true" : nil,
                            ],
                            [
                                Self.icon(row.icon),
                                .node(
                                    "span",
                                    ["class": "lines"],
                                    [.node("span", ["class": "name"], [line(row.label)])]
                                        + (row.status.map {
                                            [.text(" "), .node("span", ["class": "value"], [line($0)])]
                                        } ?? [])
                                ),
                            ]
                        )
                    ]
                )
            }
        )
    }

    private func helpList(_ items: [HelpItem]) -> HTML {
        .node(
            "ul",
            ["class": "help", "role": "list"],
            items.map { item in
                .node(
                    "li",
                    [:],
                    [
                        .node("h3", [:], [line(item.title)]),
                        .node("p", [:], [line(item.text)]),
                    ]
                        + (item.action == .retry
                            ? [button(ControlLabel(.tryAgain), "retryDiscovery", .both(.retry))] : [])
                )
            }
        )
    }

    private func connected(_ view: CastDialogView.Connected) -> [HTML] {
        var lines: [HTML] = [.node("p", ["class": "name"], [line(view.title)])]
        if let subtitle = view.subtitle { lines.append(.node("p", ["class": "value"], [line(subtitle)])) }
        var media: [HTML] = [
            artwork(view.artwork, instead: .film, "thumb"), .node("div", ["class": "lines"], lines),
        ]
        if let control = view.playPause {
            media.append(button(control, "tap:playPause", .icon(view.toggle.icon)))
        }
        return [
            .node("div", ["class": "now"], media),
            volumeControls(view.volume, members: view.members, id: "dialog-volume"),
        ]
    }
}
