// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire

/// A request from a page: an action of the user.
///
/// It is sent as the text of the `data-intent` attribute, with a value for controls that have one. The input is not
/// trusted: requests that cannot be parsed are nil, and the reducer ignores intents that are not possible in its state.
enum PageRequest: Sendable, Hashable {
    case widget(Intent)
    /// Casts a shared file, by its id.
    case castFile(String)
    /// Adds a shared file to the end of the queue, by its id.
    case addFile(String)
    /// Deletes an uploaded file, by its id.
    case removeUpload(String)
    /// Removes the line about the preparation of an item.
    case dismissProgress
    case castAddress(String)
    case addAddress(String)
    /// Opens the dialog with the choices for a file, by its id.
    case openOptions(String)
    /// Opens the dialog with the choices for an address.
    case openAddressOptions(String)
    case cancelOptions
    /// Changes a choice in the open dialog.
    case choose(MediaChoices.Kind, String)
    /// Casts the item of the open dialog, or adds it to the queue. The start position is a text from the user.
    case castChosen(start: String, isAdded: Bool)

    /// The value of a control, as a form or a script sends it.
    enum Value: Sendable, Hashable {
        case number(Double)
        case text(String)

        init?(_ json: JSONValue) {
            switch json {
            case .integer(let number): self = .number(Double(number))
            case .number(let number): self = .number(number)
            case .string(let text): self = .text(text)
            default: return nil
            }
        }

        var number: Double? {
            switch self {
            case .number(let number): number.isFinite ? number : nil
            case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
            }
        }

        var text: String? {
            guard case .text(let text) = self else { return nil }
            return text
        }
    }

    init?(_ text: String, value: Value? = nil) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let argument = parts.count > 1 ? String(parts[1]) : nil
        if let intent = Self.intent(String(parts[0]), argument, value) {
            self = .widget(intent)
            return
        }
        switch (String(parts[0]), argument, value?.text) {
        case ("castFile", let id?, _): self = .castFile(id)
        case ("addFile", let id?, _): self = .addFile(id)
        case ("removeUpload", let id?, _): self = .removeUpload(id)
        case ("dismissProgress", nil, _): self = .dismissProgress
        case ("castAddress", nil, let address?): self = .castAddress(address)
        case ("addAddress", nil, let address?): self = .addAddress(address)
        case ("openOptions", let id?, _): self = .openOptions(id)
        case ("openAddressOptions", nil, let address?): self = .openAddressOptions(address)
        case ("cancelOptions", nil, _): self = .cancelOptions
        case ("castChosen", nil, let start): self = .castChosen(start: start ?? "", isAdded: false)
        case ("addChosen", nil, let start): self = .castChosen(start: start ?? "", isAdded: true)
        case ("option", let name?, let choice?):
            guard let kind = MediaChoices.Kind(rawValue: name) else { return nil }
            self = .choose(kind, choice)
        default: return nil
        }
    }

    private static func intent(_ name: String, _ argument: String?, _ value: Value?) -> Intent? {
        guard let argument else { return plain[name] ?? valued(name, value) }
        switch name {
        case "selectDevice": return .selectDevice(argument)
        case "tap": return slot(argument).map(Intent.tap)
        case "nudgeVolume": return Int(argument).flatMap { (-100...100).contains($0) ? .nudgeVolume($0) : nil }
        case "setMemberVolume": return value?.number.map { .setMemberVolume(argument, $0) }
        case "toggleMemberMute": return .toggleMemberMute(argument)
        case "jumpToItem": return Int(argument).map(Intent.jumpToItem)
        case "removeItem": return Int(argument).map(Intent.removeItem)
        case "moveItem": return move(argument, value)
        case "selectTrack": return track(argument, value)
        case "upNext": return upNext[argument].map(Intent.upNext)
        default: return nil
        }
    }

    private static func valued(_ name: String, _ value: Value?) -> Intent? {
        guard let number = value?.number else { return nil }
        return switch name {
        case "seek": .seek(to: number)
        case "setVolume": .setVolume(number)
        case "setRate": .setRate(number)
        default: nil
        }
    }

    private static let plain: [String: Intent] = [
        "tapCastButton": .tapCastButton, "openDialog": .openDialog, "dismissDialog": .dismissDialog,
        "cancelConnecting": .cancelConnecting, "retryConnecting": .retryConnecting, "retryDiscovery": .retryDiscovery,
        "stopCasting": .stopCasting, "openSettings": .openSettings, "openHelp": .openHelp,
        "acknowledgeNetworkExplanation": .acknowledgeNetworkExplanation,
        "dismissNetworkExplanation": .dismissNetworkExplanation,
        "introduce": .introduce(canPoint: true), "dismissIntroduction": .dismissIntroduction,
        "openExpanded": .openExpanded, "tapMini": .tapMini, "collapse": .collapse, "seekToLive": .seekToLive,
        "openTracks": .openTracks, "applyTracks": .applyTracks, "cancelTracks": .cancelTracks,
        "toggleMute": .toggleMute, "clearQueue": .clearQueue,
    ]

    private static let upNext: [String: Intent.UpNextChoice] = ["wait": .wait, "play": .play, "stop": .stop]

    private static func slot(_ name: String) -> MediaSlot? {
        let parts = name.split(separator: ":")
        if parts.count == 2, let seconds = Double(parts[1]), (1...3600).contains(seconds) {
            switch parts[0] {
            case "forward": return .forward(seconds)
            case "rewind": return .rewind(seconds)
            default: return nil
            }
        }
        return switch name {
        case "play": .play
        case "pause": .pause
        case "playPause": .playPause
        case "stop": .stop
        case "next": .next
        case "previous": .previous
        case "repeat": .repeatMode
        case "tracks": .tracks
        case "skipAd": .skipAd
        default: nil
        }
    }

    /// Parses `ID:INDEX`, or `ID` with the index as the value.
    private static func move(_ argument: String, _ value: Value?) -> Intent? {
        let parts = argument.split(separator: ":")
        guard let id = parts.first.flatMap({ Int($0) }) else { return nil }
        let index = parts.count == 2 ? Int(parts[1]) : value?.number.flatMap { Int(exactly: $0) }
        return index.map { .moveItem(id, toIndex: $0) }
    }

    private static func track(_ tab: String, _ value: Value?) -> Intent? {
        guard let tab = ["text": TrackChoice.Tab.text, "audio": .audio][tab], let value else { return nil }
        if value == .text("none") { return .selectTrack(tab, nil) }
        return value.number.flatMap { Int(exactly: $0) }.map { .selectTrack(tab, $0) }
    }
}
