// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire

// The expanded controller, and the mini controller that replaces it while it is closed.

extension RemotePage {
    static let tracksButtonID = "tracks-button"

    var player: HTML {
        guard let view = state.expanded(at: instant) else { return placeholder }
        var parts: [HTML] = [
            .node(
                "header",
                [:],
                [
                    button(view.collapse, "collapse", .icon(.collapse), id: "collapse"),
                    .node("p", ["class": "device"], [line(view.deviceLine)]),
                    .node("p", ["class": "state", "data-activity": view.showsActivity ? "" : nil], [line(view.state)]),
                ]
            ),
            artwork(view.artwork, instead: isAudio ? .audioTrack : .film, "artwork"),
            .node(
                "div",
                ["class": "titles"],
                [.node("h2", ["id": "player-title"], [line(view.title)])]
                    + (view.subtitle.map { [.node("p", [:], [line($0)])] } ?? [])
            ),
        ]
        if let ad = view.ad { parts.append(self.ad(ad)) }
        if !state.panel(at: instant).isStillImage { parts.append(seekBar(view)) }
        parts.append(transport(view))
        parts.append(modes(view))
        if let upNext = view.upNext { parts.append(self.upNext(upNext)) }
        return .node(
            "section",
            [
                "class": "card player", "data-player": "", "tabindex": "0", "data-stage": "\(view.stage)",
                "aria-label": text(.remotePlayer), "aria-busy": view.showsActivity ? "true" : nil,
            ],
            parts
        )
    }

    private var isAudio: Bool {
        state.panel(at: instant).media?.contentType?.hasPrefix("audio/") == true
    }

    /// The content of the player region while no media is loaded.
    private var placeholder: HTML {
        guard state.mini(at: instant) == nil else { return .nothing }
        let key: TextKey = state.session.isConnected ? .remoteChooseMedia : .remoteChooseDevice
        return .node(
            "section",
            ["class": "card idle", "aria-label": text(.remotePlayer)],
            [
                Self.icon(state.session.isConnected ? .castActive : .castInactive),
                .node("h2", [:], text: text(.nothingPlaying)),
                .node("p", [:], text: text(key)),
            ]
        )
    }

    private func ad(_ view: AdView) -> HTML {
        var parts: [HTML] = [
            .node("p", ["class": "tag"], [line(view.count ?? view.tag)]),
            .node(
                "div",
                ["class": "lines"],
                (view.title.map { [.node("p", ["class": "name"], [line($0)])] } ?? [])
                    + [.node("p", ["class": "value"], [line(view.message)])]
            ),
        ]
        switch view.skip {
        case .never: break
        case .countdown: if let label = view.countdown { parts.append(.node("p", [:], [line(label)])) }
        case .ready(let control): parts.append(button(control, "tap:skipAd", .both(.skipAd), "main"))
        }
        return .node("div", ["class": "ad"], parts)
    }

    // MARK: Seek bar

    /// Returns the seek bar, which runs from left to right in every language.
    private func seekBar(_ view: ExpandedControllerView) -> HTML {
        let bar = view.seekBar
        var parts: [HTML] = []
        if bar.kind == .recorded || bar.kind == .liveWindow {
            parts.append(
                slider(
                    bar.control,
                    "seek",
                    id: "seek",
                    value: bar.position,
                    range: bar.range,
                    step: "any",
                    kind: "time",
                    moves: true,
                    more: [
                        "data-template": template(bar.kind), "data-live": bar.kind == .liveWindow ? text(.live) : nil,
                    ]
                )
            )
        }
        if !bar.markers.isEmpty { parts.append(markers(bar)) }
        var ends: [HTML] = []
        if case .time = view.left, let label = view.left.label {
            ends.append(.node("span", ["class": "left", "data-clock": "", "data-moves": ""], [line(label)]))
        }
        if let jump = view.jumpToLive {
            ends.append(button(jump, "seekToLive", .both(.live), isAtEdge(view.right) ? "live lit" : "live"))
        } else if let label = view.right.label {
            let isLive = if case .live = view.right { true } else { false }
            ends.append(.node("span", ["class": isLive ? "right live lit" : "right"], [line(label)]))
        }
        parts.append(.node("div", ["class": "times", "dir": "ltr"], ends))
        return .node("div", ["class": "seek", "dir": "ltr"], parts)
    }

    private func isAtEdge(_ label: TimeLabel) -> Bool {
        if case .live(isAtEdge: true) = label { return true }
        return false
    }

    /// Returns the screen reader text for the thumb, with placeholders that the script fills in.
    private func template(_ kind: SeekBarView.Kind) -> String {
        kind == .liveWindow
            ? localizer.text(Phrase(.positionLiveValue, .text("{0}")))
            : localizer.text(Phrase(.positionValue, .text("{0}"), .text("{1}")))
    }

    /// Returns the markers of ad breaks. Played ones differ in shape, not only in color.
    private func markers(_ bar: SeekBarView) -> HTML {
        let length = bar.range.upperBound - bar.range.lowerBound
        return .node(
            "svg",
            ["class": "markers", "viewBox": "0 0 1000 10", "preserveAspectRatio": "none", "aria-hidden": "true"],
            bar.markers.map { marker in
                let share = length > 0 ? (marker.position - bar.range.lowerBound) / length : 0
                return .node(
                    "rect",
                    [
                        "x": Self.number(min(max(share, 0), 1) * 994), "y": marker.isPlayed ? "3" : "0", "width": "6",
                        "height": marker.isPlayed ? "4" : "10",
                    ]
                )
            }
        )
    }

    // MARK: Buttons

    private func transport(_ view: ExpandedControllerView) -> HTML {
        let panel = state.panel(at: instant)
        func slot(_ slot: MediaSlot, _ name: String, _ classes: String = "") -> HTML {
            button(panel.control(slot), "tap:\(name)", .icon(panel.icon(slot) ?? .play), classes)
        }
        let hasTime = !panel.isStillImage
        return .node(
            "div",
            ["class": "transport", "dir": "ltr"],
            [slot(.previous, "previous")] + (hasTime ? [slot(.rewind(10), "rewind:10")] : [])
                + [button(view.center, "tap:playPause", .icon(view.toggle.icon), "center", id: "play-pause")]
                + (hasTime ? [slot(.forward(30), "forward:30")] : []) + [slot(.next, "next")]
        )
    }

    private func modes(_ view: ExpandedControllerView) -> HTML {
        let panel = state.panel(at: instant)
        var parts = [
            button(panel.control(.tracks), "openTracks", .icon(.tracks), id: Self.tracksButtonID),
            button(
                view.repeatMode,
                "tap:repeat",
                .icon(panel.icon(.repeatMode) ?? .repeatOff),
                panel.repeatMode == .off ? "" : "on"
            ),
            button(panel.control(.stop), "tap:stop", .icon(.stop)),
        ]
        if let rate = view.rate { parts.append(self.rate(rate)) }
        return .node("div", ["class": "modes"], parts)
    }

    private func rate(_ view: RateView) -> HTML {
        let options = Set(view.options + [view.rate]).sorted()
        return .node(
            "label",
            ["class": "rate"],
            [
                Self.icon(.rate),
                .node("span", ["class": "unseen"], [line(view.control.label)]),
                .node(
                    "select",
                    [
                        "name": "setRate", "data-intent": "setRate", "id": "rate",
                        "disabled": view.control.isEnabled ? nil : "",
                        "title": view.control.reason?.text.map { text($0) },
                    ],
                    options.map { rate in
                        .node(
                            "option",
                            ["value": Self.number(rate), "selected": rate == view.rate ? "" : nil],
                            text: localizer.text(Phrase(.rateValue, .decimal(rate)))
                        )
                    }
                ),
                withoutScript("setRate"),
            ]
        )
    }

    func upNext(_ view: UpNextView) -> HTML {
        .node(
            "div",
            ["class": "up-next"],
            [
                artwork(view.artwork, instead: .queue, "thumb"),
                .node("p", [:], [line(view.message)]),
                button(ControlLabel(.upNextPlay), "upNext:play", .text),
                view.startsAutomatically
                    ? button(ControlLabel(.upNextStop), "upNext:stop", .text)
                    : button(ControlLabel(.upNextWait), "upNext:wait", .text),
            ]
        )
    }

    // MARK: Mini controller

    var mini: HTML {
        guard let view = state.mini(at: instant), !view.isCovered else { return .nothing }
        let panel = state.panel(at: instant)
        var progress: [(String, String?)] = [("class", "line"), ("aria-label", text(.seek))]
        switch view.progress {
        case .none: progress = []
        case .loading: break
        case .share(let share):
            progress += [("max", "1"), ("value", Self.number(share)), ("data-moves", ""), ("data-clock-share", "")]
        }
        let bar = HTML.Element(
            name: "progress",
            attributes: progress.compactMap { name, value in value.map { HTML.Attribute(name: name, value: $0) } },
            children: []
        )
        return .node(
            "section",
            ["class": "mini", "data-player": "", "aria-label": text(view.deviceLine)],
            (progress.isEmpty ? [] : [.element(bar)]) + [
                .node(
                    "button",
                    [
                        "type": "submit", "name": "intent", "value": "tapMini", "data-intent": "tapMini",
                        "class": "open", "id": "mini-open", "title": text(view.hint),
                    ],
                    [
                        artwork(view.artwork, instead: isAudio ? .audioTrack : .film, "thumb"),
                        .node(
                            "span",
                            ["class": "lines"],
                            [.node("span", ["class": "name"], [line(view.title)]), .text(" ")]
                                + view.lines.flatMap { shown -> [HTML] in
                                    [.node("span", ["class": "value"], [line(shown)]), .text(" ")]
                                } + [hidden(view.hint)]
                        ),
                    ]
                ),
                button(panel.control(.playPause), "tap:playPause", .icon(view.toggle.icon), "center"),
            ]
        )
    }
}
