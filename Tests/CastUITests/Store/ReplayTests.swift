// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import Foundation
import Testing

@testable import CastSender

/// A recorded sequence of events, with all its effects and widgets.
@Suite("Replay", .serialized)
struct ReplayTests {
    /// Replays an evening of casting: the effects and the widgets after each event, one line each.
    private func evening() throws -> [String] {
        var desk = StateFixture(platformState: .phone())
        desk.now = .origin
        var lines: [String] = []
        func note(_ step: String, _ effects: [CastUIEffect]) {
            lines.append("# \(step)")
            lines += effects.map { "> \(Self.line($0))" }
            let views: [(String, Any?)] = [
                ("button", desk.state.castButton), ("explanation", desk.state.networkExplanation),
                ("dialog", desk.dialog), ("mini", desk.mini), ("expanded", desk.expanded),
                ("tracks", desk.state.trackSelector(at: desk.now)),
            ]
            for case (let name, let view?) in views { lines.append("\(name): \(Self.line(view))") }
        }
        note("launch", desk.send(.launched))
        note("first tap", desk.act(.tapCastButton))
        note("search", desk.act(.acknowledgeNetworkExplanation) + desk.send(.discoveryStarted))
        note("dialog", desk.act(.tapCastButton) + desk.wait(6))
        note("devices", desk.send(.devices([.kitchen, .den])))
        note("choose", desk.act(.selectDevice("den")) + desk.send(.session(.starting(.den))))
        note("runs", desk.send(.session(.running(.den, applicationName: "Player")), .volume(.level(0.3))))
        try desk.playFilm(at: 5)
        note("open", desk.act(.openExpanded))
        note("seek", desk.act(.beginDrag, .drag(12), .endDrag, .nudgeVolume(2), .toggleMute))
        note("end of the film", try desk.status(#""playerState":"IDLE","idleReason":"FINISHED""#))
        try desk.playLive(range: #"{"start":40,"end":100,"isMovingWindow":true,"isLiveDone":false}"#)
        note("live", desk.act(.openExpanded))
        note("later", desk.wait(30) + desk.act(.seekToLive))
        note("another device", desk.act(.openDialog, .selectDevice("kitchen")))
        note("gone", desk.send(.session(.ended(reason: "gone"))))
        return lines
    }

    private static func line(_ effect: CastUIEffect) -> String {
        switch effect {
        case .announce(let phrase, let urgency): "announce \(urgency): \(Localizer.of("en_US").text(phrase))"
        case .startSession(let device): "startSession \(device.id)"
        default:
            "\(effect)".replacingOccurrences(
                of: "Cast[A-Za-z]*\\.[A-Z][A-Za-z.]*\\.",
                with: "",
                options: .regularExpression
            )
        }
    }

    /// Returns the labels and controls of a view, in the order of its members.
    private static func line(_ view: Any) -> String {
        let localizer = Localizer.of("en_US")
        var parts: [String] = []
        func walk(_ value: Any) {
            switch value {
            case let control as ControlState:
                var part = "[" + localizer.text(control.label)
                if let value = control.value { part += " = " + localizer.text(value) }
                if let reason = control.reason { part += ", \(reason)" }
                parts.append(part + (control.isBusy ? ", busy]" : "]"))
            case let label as CastUI.ControlLabel: parts.append(localizer.text(label))
            default: for child in Mirror(reflecting: value).children { walk(child.value) }
            }
        }
        walk(view)
        return parts.joined(separator: " | ")
    }

    @Test("HU3 HU4 The same events lead to the same effects and widgets, in any time zone and language")
    func replayed() throws {
        let here = try evening()
        #expect(here.count > 60)
        let names = ["TZ", "LANG", "LC_ALL"]
        let before = names.map { ($0, ProcessInfo.processInfo.environment[$0]) }
        defer {
            for (name, value) in before {
                if let value { setenv(name, value, 1) } else { unsetenv(name) }
            }
            NSTimeZone.resetSystemTimeZone()
        }
        for (zone, language) in [("Asia/Kathmandu", "ar_EG.UTF-8"), ("America/St_Johns", "de_DE.UTF-8")] {
            for (name, value) in zip(names, [zone, language, language]) { setenv(name, value, 1) }
            NSTimeZone.resetSystemTimeZone()
            #expect(try evening() == here, "\(zone) \(language)")
        }
    }
}
