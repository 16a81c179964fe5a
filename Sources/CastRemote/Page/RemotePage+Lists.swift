// SPDX-License-Identifier: Apache-2.0

import CastUI

// The queue, the tracks, the files and the event log.

extension RemotePage {
    /// The maximum number of queue items on the page, starting a few items before the current one.
    static let queueLimit = 100
    static let fileLimit = 500
    static let logLimit = 50

    // MARK: Queue

    var hasQueue: Bool { state.session.isConnected && state.panel(at: instant).isActive }

    /// Returns the indexes of the queue rows on the page.
    func shownRows(of view: QueueView) -> Range<Int> {
        let current = view.rows.firstIndex { $0.role == .current } ?? 0
        let first = view.rows.count > Self.queueLimit ? max(0, current - 5) : 0
        return first..<min(first + Self.queueLimit, view.rows.count)
    }

    var queue: HTML {
        guard hasQueue else { return .nothing }
        let view = state.queueView(at: instant)
        let shown = shownRows(of: view)
        let rest = view.rows.count - shown.upperBound
        var parts: [HTML] = [
            .node(
                "header",
                [:],
                [
                    .node("h2", ["id": "queue-title"], text: text(.queue)),
                    button(view.clear, "clearQueue", .text),
                ]
            )
        ]
        if view.rows.isEmpty {
            parts.append(.node("p", ["class": "value"], [line(view.emptyText)]))
        } else {
            parts.append(
                .node(
                    "ol",
                    ["class": "queue", "role": "list", "data-queue": ""],
                    shown.map { row(view.rows[$0], at: $0, of: view.rows.count, isEditable: view.isEditable) }
                )
            )
        }
        if rest > 0 { parts.append(.node("p", ["class": "value"], [line(ControlLabel(.queueMore, .number(rest)))])) }
        return .node("section", ["class": "card", "aria-labelledby": "queue-title"], parts)
    }

    private func row(_ row: QueueView.Row, at index: Int, of count: Int, isEditable: Bool) -> HTML {
        let name = Phrase.Argument.text(text(row.title))
        var parts: [HTML] = [
            .node(
                "button",
                [
                    "type": "submit", "name": "intent", "value": "jumpToItem:\(row.id)",
                    "data-intent": "jumpToItem:\(row.id)", "class": "row", "id": "item-\(row.id)",
                    "aria-current": row.role == .current ? "true" : nil,
                ],
                [
                    artwork(row.artwork, instead: row.role == .current ? .play : .film, "thumb"),
                    .node(
                        "span",
                        ["class": "lines"],
                        [.node("span", ["class": "name"], [line(row.title)])]
                            + (row.subtitle.map { [.text(" "), .node("span", ["class": "value"], [line($0)])] } ?? [])
                    ),
                ]
                    + (row.duration.map {
                        [.text(" "), .node("span", ["class": "time"], text: localizer.time($0))]
                    } ?? [])
            )
        ]
        if isEditable {
            func move(_ key: TextKey, _ icon: Icon, to target: Int, _ isPossible: Bool) -> HTML {
                let control = ControlState(label: ControlLabel(key, name), reason: isPossible ? nil : .already)
                return button(control, "moveItem:\(row.id):\(target)", .icon(icon), "step")
            }
            parts.append(
                .node(
                    "span",
                    ["class": "edit"],
                    [
                        move(.queueMoveUp, .moveUp, to: index - 1, index > 0),
                        move(.queueMoveDown, .moveDown, to: index + 1, index < count - 1),
                        button(row.remove, "removeItem:\(row.id)", .icon(.remove), "step"),
                        .node(
                            "span",
                            ["class": "handle", "data-handle": "", "aria-hidden": "true", "title": text(row.move)],
                            [Self.icon(.dragHandle)]
                        ),
                    ]
                )
            )
        }
        return .node(
            "li",
            ["data-key": "\(row.id)", "data-item": "\(row.id)", "data-index": "\(index)", "data-role": "\(row.role)"],
            parts
        )
    }

    // MARK: Tracks

    var tracks: HTML {
        guard let view = state.trackSelector(at: instant) else { return .nothing }
        let groups = view.tabs.filter(\.isEnabled).map { tab in
            HTML.node(
                "fieldset",
                [:],
                [.node("legend", [:], [Self.icon(tab.icon), line(tab.label)])]
                    + tab.rows.map { track($0, of: tab.tab == .text ? "text" : "audio") }
            )
        }
        return modal(
            id: "tracks-title",
            title: ControlLabel(.tracks),
            close: "cancelTracks",
            opener: Self.tracksButtonID,
            content: groups,
            buttons: [button(view.cancel, "cancelTracks", .text), button(view.apply, "applyTracks", .text, "main")]
        )
    }

    private func track(_ row: TrackSelectorView.Row, of tab: String) -> HTML {
        .node(
            "label",
            ["class": "track"],
            [
                .node(
                    "input",
                    [
                        "type": "radio", "name": "selectTrack:\(tab)", "data-intent": "selectTrack:\(tab)",
                        "value": row.id.map(String.init) ?? "none", "checked": row.isSelected ? "" : nil,
                        "id": "track-\(tab)-\(row.id.map(String.init) ?? "none")",
                    ]
                ),
                .node("span", ["class": "name"], [line(row.name)]),
            ] + (row.language.map { [.node("span", ["class": "value"], [line(.text($0))])] } ?? [])
        )
    }

    // MARK: Files

    var castFile: HTML {
        let canAdd = state.panel(at: instant).isActive
        var parts: [HTML] = [
            .node("h2", ["id": "cast-file-title"], text: text(.remoteCastTitle)),
            .node(
                "div",
                ["class": "address"],
                [
                    .node(
                        "input",
                        [
                            "type": "url", "name": "address", "id": "address", "form": "address-form",
                            "placeholder": "https://", "aria-label": text(.castAddressField),
                            "maxlength": "\(MediaAddress.maximumLength)",
                            "autocomplete": "off", "spellcheck": "false", "dir": "ltr",
                            "value": address.text.isEmpty ? nil : address.text,
                            "data-last-accepted": address.lastAccepted.map { "\($0.number) \($0.text)" },
                        ]
                    ),
                    addressButton(.castAddressCast, "castAddress", "wide main"),
                    button(
                        ControlState(label: ControlLabel(.optionsOfAddress)),
                        "openAddressOptions",
                        .icon(.settings),
                        id: Self.addressOptionsID,
                        more: ["form": "address-form", "data-value-from": "address"]
                    ),
                ] + (canAdd ? [addressButton(.castAddressAdd, "addAddress", "wide")] : [])
            ),
        ]
        if files.isEmpty {
            if uploads == nil { parts.append(.node("p", ["class": "value"], text: text(.castFileNone))) }
        } else {
            parts.append(
                .node("ul", ["class": "files", "role": "list"], files.prefix(Self.fileLimit).map { row($0, canAdd) })
            )
            let rest = files.count - Self.fileLimit
            if rest > 0 {
                parts.append(.node("p", ["class": "value"], [line(ControlLabel(.castFileMore, .number(rest)))]))
            }
        }
        if let uploads { parts += uploadParts(uploads, canAdd) }
        return .node("section", ["class": "card", "aria-labelledby": "cast-file-title"], parts)
    }

    private func addressButton(_ key: TextKey, _ intent: String, _ classes: String) -> HTML {
        .node(
            "button",
            [
                "type": "submit", "form": "address-form", "name": "intent", "value": intent, "data-intent": intent,
                "data-value-from": "address", "class": classes,
            ],
            text: text(key)
        )
    }

    func row(_ file: RemoteFile, _ canAdd: Bool, isUploaded: Bool = false) -> HTML {
        let icon: Icon =
            switch file.kind {
            case .film: .film
            case .music: .audioTrack
            case .picture, .other: .file
            }
        var parts: [HTML] = [
            .node(
                "button",
                [
                    "type": "submit", "name": "intent", "value": "castFile:\(file.id)",
                    "data-intent": "castFile:\(file.id)", "class": "row",
                    "aria-label": text(ControlLabel(.castFileCast, .text(file.name))),
                ],
                [poster(of: file, Self.icon(icon)), .node("span", ["class": "name"], [line(.text(file.name))])]
            )
        ]
        parts.append(
            button(
                ControlLabel(.optionsOfFile, .text(file.name)),
                "openOptions:\(file.id)",
                .icon(.settings),
                "step",
                id: Self.optionsID(of: file)
            )
        )
        if canAdd {
            parts.append(
                button(ControlLabel(.castFileAdd, .text(file.name)), "addFile:\(file.id)", .icon(.add), "step")
            )
        }
        if isUploaded {
            parts.append(
                button(
                    ControlLabel(.uploadRemove, .text(file.name)),
                    "removeUpload:\(file.id)",
                    .icon(.remove),
                    "step"
                )
            )
        }
        return .node("li", ["data-key": file.id], parts)
    }

    // MARK: Event log

    var eventLog: HTML {
        let lines = log.suffix(Self.logLimit).reversed().map { entry in
            HTML.node(
                "li",
                ["data-key": "\(entry.number)", "class": entry.isProblem ? "problem" : nil],
                [
                    .node("time", [:], text: localizer.timeOfDay(entry.time)), .text(" "),
                    .node("span", [:], [line(entry.text)]),
                ]
            )
        }
        return .node(
            "details",
            ["class": "card", "id": "happenings"],
            [
                .node("summary", [:], [Self.icon(.log), .node("span", [:], text: text(.logTitle))]),
                lines.isEmpty
                    ? .node("p", ["class": "value"], text: text(.logEmpty))
                    : .node("ol", ["class": "log", "role": "list"], Array(lines)),
            ]
        )
    }
}
