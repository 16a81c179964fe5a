// SPDX-License-Identifier: Apache-2.0

import CastUI

/// The content of a page at one instant, as HTML. It is a function of these properties.
struct RemotePage: Sendable {
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

// MARK: Shared elements

extension RemotePage {
    func text(_ label: ControlLabel) -> String { localizer.text(label) }
    func text(_ key: TextKey) -> String { localizer.text(key) }

    /// Returns a text. Untrusted text is isolated, so that it keeps its own direction and does not affect the text
    /// around it.
    func line(_ label: ControlLabel) -> HTML {
        if case .text = label { return .node("bdi", text: text(label)) }
        return .text(text(label))
    }

    /// Returns an icon, which is hidden from screen readers. It references its shape, which the document contains once.
    static func icon(_ icon: Icon, _ classes: String = "icon") -> HTML {
        .node(
            "svg",
            ["class": classes, "viewBox": "0 0 24 24", "aria-hidden": "true", "focusable": "false"],
            [.node("use", ["href": "#\(id(of: icon))"])]
        )
    }

    private static func id(of icon: Icon) -> String {
        "icon-" + "\(icon)".filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// The icons that a page may contain.
    static let icons: [Icon] = [
        .castInactive, .castActive, .television, .speaker, .speakerGroup, .play, .pause, .stop, .next, .previous,
        .skipAd, .tracks, .audioTrack, .forward(30), .rewind(10), .volumeHigh, .volumeLow, .volumeMuted, .repeatOff,
        .repeatAll, .repeatSingle, .repeatShuffle, .rate, .live, .queue, .dragHandle, .moveUp, .moveDown, .add,
        .remove, .collapse, .retry, .warning, .lock, .file, .film, .log, .minus, .check, .settings,
        .information,
    ]

    /// The shapes of the icons, which ``icon(_:_:)`` references.
    static var shapes: HTML {
        .node(
            "svg",
            ["hidden": "", "aria-hidden": "true"],
            icons.map { icon in
                .node(
                    "symbol",
                    ["id": id(of: icon), "viewBox": "0 0 24 24"],
                    [.node("path", ["d": icon.shape.pathData])]
                )
            }
        )
    }

    /// Returns a drawing of several shapes, which the style shows one after the other.
    static func drawing(_ shapes: [IconShape], _ classes: String) -> HTML {
        .node(
            "svg",
            ["class": classes, "viewBox": "0 0 24 24", "aria-hidden": "true", "focusable": "false"],
            shapes.map { .node("path", ["d": $0.pathData]) }
        )
    }

    /// The appearance of a button.
    enum Look {
        /// An icon only. The label is for screen readers and the tooltip.
        case icon(Icon)
        case text
        case both(Icon)
    }

    /// Returns a button that sends an intent, by the script, or without one by the form around the page.
    ///
    /// A disabled button can still be focused, and contains the reason.
    func button(
        _ control: ControlState,
        _ intent: String,
        _ look: Look,
        _ classes: String = "",
        id: String? = nil,
        more: KeyValuePairs<String, String?> = [:]
    ) -> HTML {
        let name = text(control.label)
        let reason = control.reason?.text.map { text($0) }
        var attributes: [HTML.Attribute] = []
        func set(_ attribute: String, _ value: String?) {
            if let value { attributes.append(HTML.Attribute(name: attribute, value: value)) }
        }
        set("type", "submit")
        set("name", "intent")
        set("value", intent)
        set("data-intent", intent)
        set("id", id)
        let isIcon = if case .icon = look { true } else { false }
        set("class", [isIcon ? "round" : "wide", classes].filter { !$0.isEmpty }.joined(separator: " "))
        set("title", reason.map { "\(name) – \($0)" } ?? (isIcon ? name : nil))
        set("aria-disabled", control.isEnabled ? nil : "true")
        set("data-busy", control.isBusy && control.isEnabled ? "" : nil)
        for (attribute, value) in more { set(attribute, value) }
        var children: [HTML] = []
        switch look {
        case .icon(let icon): children = [Self.icon(icon), hidden(control.label)]
        case .text: children = [line(control.label)]
        case .both(let icon): children = [Self.icon(icon), .node("span", ["class": "name"], [line(control.label)])]
        }
        if let value = control.value {
            children.append(.node("span", ["class": isIcon ? "unseen" : "value"], [.text(" "), line(value)]))
        }
        if let reason { children.append(.node("span", ["class": "unseen"], text: ". \(reason)")) }
        return .element(HTML.Element(name: "button", attributes: attributes, children: children))
    }

    func button(
        _ label: ControlLabel,
        _ intent: String,
        _ look: Look,
        _ classes: String = "",
        id: String? = nil
    ) -> HTML {
        button(ControlState(label: label), intent, look, classes, id: id)
    }

    /// Returns text that is only for screen readers.
    func hidden(_ label: ControlLabel) -> HTML { .node("span", ["class": "unseen"], [line(label)]) }

    /// Returns a slider, with a progress bar below it that shows its value.
    ///
    /// Without script, a button next to it submits the page's form.
    func slider(
        _ control: ControlState,
        _ intent: String,
        id: String,
        value: Double,
        range: ClosedRange<Double>,
        step: String,
        kind: String,
        moves: Bool = false,
        more: KeyValuePairs<String, String?> = [:]
    ) -> HTML {
        let reason = control.reason?.text.map { text($0) }
        var attributes: [HTML.Attribute] = []
        func set(_ attribute: String, _ value: String?) {
            if let value { attributes.append(HTML.Attribute(name: attribute, value: value)) }
        }
        set("type", "range")
        set("id", id)
        set("name", intent)
        set("data-intent", intent)
        set("data-slider", kind)
        set("data-moves", moves ? "" : nil)
        set("min", Self.number(range.lowerBound))
        set("max", Self.number(range.upperBound))
        set("step", step)
        set("value", Self.number(value))
        set("aria-label", text(control.label))
        set("aria-valuetext", control.value.map { text($0) })
        set("aria-disabled", control.isEnabled ? nil : "true")
        set("disabled", control.isEnabled ? nil : "")
        set("title", reason)
        for (attribute, value) in more { set(attribute, value) }
        let length = range.upperBound - range.lowerBound
        let share = length > 0 ? min(max((value - range.lowerBound) / length, 0), 1) : 0
        return .node(
            "span",
            ["class": "slider", "dir": "ltr"],
            [
                .node(
                    "progress",
                    [
                        "max": "1", "value": Self.number(share), "data-moves": moves ? "" : nil,
                        "aria-hidden": "true", "tabindex": "-1",
                    ]
                ),
                .element(HTML.Element(name: "input", attributes: attributes, children: [])),
                withoutScript(intent),
            ]
        )
    }

    /// Returns the button that submits a value on pages without script.
    func withoutScript(_ intent: String) -> HTML {
        .node(
            "noscript",
            [:],
            [
                .node(
                    "button",
                    ["type": "submit", "name": "intent", "value": intent, "class": "wide"],
                    text: text(.remoteSet)
                )
            ]
        )
    }

    /// Returns the artwork of the media, over an icon as placeholder.
    func artwork(_ artwork: ArtworkReference?, instead icon: Icon, _ classes: String) -> HTML {
        let address = artwork.flatMap { picture($0.url) }
        return .node(
            "span",
            ["class": classes],
            [Self.icon(icon)] + (address.map { [.node("img", ["src": $0, "alt": "", "decoding": "async"])] } ?? [])
        )
    }

    /// Formats a number for HTML and JavaScript, with at most four fractional digits.
    static func number(_ number: Double) -> String {
        guard number.isFinite, abs(number) < 1e15 else { return "0" }
        let rounded = (number * 10_000).rounded() / 10_000
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
