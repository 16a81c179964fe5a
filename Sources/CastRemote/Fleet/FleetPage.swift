// SPDX-License-Identifier: Apache-2.0

import CastBridge
import CastUI

/// The page of a fleet at one instant: its sites, and the devices that the user has chosen to see.
struct FleetPage: PageElements, Sendable {
    /// A region of the page, which is updated as a whole. The raw value is its element id.
    enum Region: String, Sendable, Hashable, CaseIterable {
        case connection
        case notice
        case sites
        case actions
        case devices
    }

    /// The largest number of devices and sites that are shown. A search finds the others.
    static let rowLimit = 100

    var devices: [FleetDevice]
    /// Why there is no connection to the broker; nil while there is one.
    var connectionProblem: String?
    /// The site whose devices are shown; nil for all sites.
    var site: String?
    var search = ""
    var notice: Phrase?
    var localizer: Localizer

    func html(of region: Region) -> HTML {
        switch region {
        case .connection: connection
        case .notice: noticeLine
        case .sites: sites
        case .actions: actions
        case .devices: list
        }
    }

    /// The devices that match the search, of the chosen site.
    var shown: [FleetDevice] {
        let text = search.lowercased()
        return devices.filter { device in
            guard site == nil || device.id.site == site else { return false }
            return text.isEmpty || device.searchTexts.contains { $0.lowercased().contains(text) }
        }
    }

    // MARK: Notices

    private var connection: HTML {
        guard let connectionProblem else { return .nothing }
        return aside(Phrase(.fleetBrokerLost, .text(connectionProblem)), .warning, "notice")
    }

    private var noticeLine: HTML {
        guard let notice else { return .nothing }
        let isGood = notice.key == .fleetDone || notice.key == .fleetSending
        return aside(notice, isGood ? .check : .warning, isGood ? "notice news" : "notice")
    }

    private func aside(_ phrase: Phrase, _ icon: Icon, _ classes: String) -> HTML {
        .node("aside", ["class": classes], [Self.icon(icon), line(.phrase(phrase))])
    }

    // MARK: Sites

    private var sites: HTML {
        var counts: [String: Counts] = [:]
        var total = Counts()
        for device in devices {
            counts[device.id.site, default: Counts()].add(device)
            total.add(device)
        }
        let names = counts.keys.sorted()
        var rows = [siteRow(ControlLabel(.fleetAllSites), "showAllSites", total, isChosen: site == nil)]
        for name in names.prefix(Self.rowLimit) {
            rows.append(siteRow(.text(name), "showSite:\(name)", counts[name] ?? Counts(), isChosen: site == name))
        }
        if names.count > Self.rowLimit { rows.append(more(names.count - Self.rowLimit)) }
        return .node(
            "section",
            ["class": "card", "aria-labelledby": "sites-title"],
            [
                .node("h2", ["id": "sites-title"], text: text(.fleetSites)),
                .node("ul", ["class": "devices", "role": "list"], rows),
            ]
        )
    }

    private struct Counts {
        var all = 0
        var playing = 0
        var offline = 0

        mutating func add(_ device: FleetDevice) {
            all += 1
            if !device.isOnline { offline += 1 } else if device.mediaState == "playing" { playing += 1 }
        }
    }

    private func siteRow(_ label: ControlLabel, _ intent: String, _ counts: Counts, isChosen: Bool) -> HTML {
        let value = ControlLabel(.fleetCount, .number(counts.all), .number(counts.playing), .number(counts.offline))
        return .node(
            "li",
            ["data-key": intent],
            [
                .node(
                    "button",
                    [
                        "type": "submit", "name": "intent", "value": intent, "data-intent": intent, "class": "row",
                        "aria-current": isChosen ? "true" : nil,
                    ],
                    [
                        .node(
                            "span",
                            ["class": "lines"],
                            [
                                .node("span", ["class": "name"], [line(label)]),
                                .node("span", ["class": "value"], [line(value)]),
                            ]
                        )
                    ]
                )
            ]
        )
    }

    private func more(_ count: Int) -> HTML {
        .node("li", ["class": "value", "data-key": "more"], [line(ControlLabel(.fleetMore, .number(count)))])
    }

    // MARK: All devices shown

    private var actions: HTML {
        let targets = shown.filter(\.isOnline)
        guard !targets.isEmpty else { return .nothing }
        return .node(
            "section",
            ["class": "card", "aria-labelledby": "actions-title"],
            [
                .node("h2", ["id": "actions-title"], [line(ControlLabel(.fleetPlay, .number(targets.count)))]),
                .node(
                    "div",
                    ["class": "address"],
                    [
                        .node(
                            "input",
                            [
                                "type": "url", "name": "address", "id": "address", "form": Self.addressForm,
                                "placeholder": "https://", "aria-label": text(.castAddressField), "maxlength": "2000",
                                "autocomplete": "off",
                            ]
                        ),
                        button(
                            ControlState(label: ControlLabel(.fleetPlayButton)),
                            "playShown",
                            .both(.play),
                            "main",
                            more: ["form": Self.addressForm, "data-value-from": "address"]
                        ),
                    ]
                ),
                .node(
                    "div",
                    ["class": "modes"],
                    [
                        button(ControlLabel(.fleetPause), "pauseShown", .both(.pause)),
                        button(ControlLabel(.fleetStop), "stopShown", .both(.stop)),
                    ]
                ),
            ]
        )
    }

    static let addressForm = "address-form"

    // MARK: Devices

    private var list: HTML {
        let shown = shown
        guard !shown.isEmpty else {
            let reason: TextKey = devices.isEmpty ? .fleetNoDevices : .fleetNoMatch
            return .node("section", ["class": "card"], [.node("p", ["class": "value"], text: text(reason))])
        }
        var rows = shown.prefix(Self.rowLimit).enumerated().map { row($1, number: $0) }
        if shown.count > Self.rowLimit { rows.append(more(shown.count - Self.rowLimit)) }
        return .node(
            "section",
            ["class": "card", "aria-labelledby": "devices-title"],
            [
                .node("h2", ["id": "devices-title"], [line(ControlLabel(.fleetDevices, .number(shown.count)))]),
                .node("ul", ["class": "fleet", "role": "list"], rows),
            ]
        )
    }

    private func row(_ device: FleetDevice, number: Int) -> HTML {
        let key = device.id.text
        var parts = [
            Self.icon(device.isGroup ? .speakerGroup : .television),
            .node(
                "span",
                ["class": "lines"],
                [
                    .node("span", ["class": "name"], [line(.text(device.name))]),
                    .node("span", ["class": "value"], [line(.text(place(of: device)))]),
                    .node("span", ["class": "value state"], [line(activity(of: device))]),
                ]
            ),
        ]
        if device.isOnline { parts.append(.node("div", ["class": "controls"], controls(device, key, number))) }
        return .node("li", ["data-key": key, "data-state": device.isOnline ? device.mediaState : "offline"], parts)
    }

    private func place(of device: FleetDevice) -> String {
        (site == nil ? [device.id.site, device.model] : [device.model]).filter { !$0.isEmpty }.joined(separator: " · ")
    }

    private func activity(of device: FleetDevice) -> ControlLabel {
        guard device.isOnline else { return ControlLabel(.fleetOffline) }
        guard let title = device.title else { return ControlLabel(.stateIdle) }
        return device.mediaState == "paused" ? ControlLabel(.logPaused) : ControlLabel(.logPlaying, .text(title))
    }

    private func controls(_ device: FleetDevice, _ key: String, _ number: Int) -> [HTML] {
        let name = Phrase.Argument.text(device.name)
        var parts: [HTML] = []
        if device.title != nil {
            let isPaused = device.mediaState == "paused"
            parts = [
                button(
                    ControlLabel(isPaused ? .fleetResumeOn : .fleetPauseOn, name),
                    "togglePlayback:\(key)",
                    .icon(isPaused ? .play : .pause)
                ),
                button(ControlLabel(.fleetStopOn, name), "stop:\(key)", .icon(.stop)),
            ]
        }
        guard let volume = device.volume else { return parts }
        let level = min(max(volume, 0), 1)
        let slider = ControlState(label: ControlLabel(.volumeOf, name), value: .value(.percent(level)))
        parts.append(
            .node(
                "div",
                ["class": "volume", "dir": "ltr"],
                [
                    button(
                        ControlLabel(device.isMuted ? .unmuteOf : .muteOf, name),
                        "toggleMute:\(key)",
                        .icon(device.isMuted ? .volumeMuted : .volumeHigh)
                    ),
                    self.slider(
                        slider,
                        "setVolume:\(key)",
                        id: "volume-\(number)",
                        value: level,
                        range: 0...1,
                        step: "0.01",
                        kind: "volume"
                    ),
                    .node(
                        "output",
                        ["class": "percent", "aria-hidden": "true"],
                        text: text(.value(.percent(level)))
                    ),
                ]
            )
        )
        return parts
    }
}

extension FleetDevice {
    fileprivate var searchTexts: [String] { [name, model, id.site, id.device, title ?? ""] }
}

extension FleetDevice.ID {
    /// The device as it is named in the requests of a page.
    var text: String { "\(site)/\(device)" }
}
