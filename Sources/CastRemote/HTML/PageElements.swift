// SPDX-License-Identifier: Apache-2.0

import CastUI

/// A page that is built from texts in the user's language, icons, buttons and sliders.
protocol PageElements {
    var localizer: Localizer { get }
}

/// The appearance of a button.
enum ButtonLook {
    /// An icon only. The label is for screen readers and the tooltip.
    case icon(Icon)
    case text
    case both(Icon)
}

extension PageElements {
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
    static var icons: [Icon] {
        [
            .castInactive, .castActive, .television, .speaker, .speakerGroup, .play, .pause, .stop, .next, .previous,
            .skipAd, .tracks, .audioTrack, .forward(30), .rewind(10), .volumeHigh, .volumeLow, .volumeMuted, .repeatOff,
            .repeatAll, .repeatSingle, .repeatShuffle, .rate, .live, .queue, .dragHandle, .moveUp, .moveDown, .add,
            .remove, .collapse, .retry, .warning, .lock, .file, .film, .log, .minus, .check, .settings,
            .information,
        ]
    }

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

    /// Returns a button that sends an intent, by the script, or without one by the form around the page.
    ///
    /// A disabled button can still be focused, and contains the reason.
    func button(
        _ control: ControlState,
        _ intent: String,
        _ look: ButtonLook,
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
        _ look: ButtonLook,
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

    /// Formats a number for HTML and JavaScript, with at most four fractional digits.
    static func number(_ number: Double) -> String {
        guard number.isFinite, abs(number) < 1e15 else { return "0" }
        let rounded = (number * 10_000).rounded() / 10_000
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
