// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastUI
import CastWire
import Foundation
import Testing

@testable import GoogleCast

@MainActor
@Suite("Cast dialog", .serialized)
struct CastDialogWidgetTests {
    private func rows(_ dialog: CastDialogViewController?) -> [DeviceRowControl] {
        (dialog?.view.all ?? []).compactMap { $0 as? DeviceRowControl }
    }

    private func device(_ name: String, id: String? = nil) -> CastDevice {
        CastDevice(id: id ?? name, friendlyName: name, endpoints: [])
    }

    @Test("UW23 UW26 DC19 Without devices the dialog shows help with actions; its notifications are posted once each")
    func help() async throws {
        try await WidgetBench.perform { bench in
            let button = GCKUICastButton(frame: CGRect(x: 0, y: 0, width: 24, height: 24))
            bench.show(button)
            bench.send(.discoveryStarted)
            button.tap()
            #expect(bench.posted == [.gckuiCastDialogWillShow])
            let dialog = try #require(bench.dialog)
            #expect(dialog.content is MessageView)
            #expect(await bench.stage.wait { dialog.content is HelpView })
            let help = try #require(dialog.content as? HelpView)
            #expect(dialog.heading.text == "No devices found")
            let buttons = help.all.compactMap { $0 as? UIButton }
            #expect(buttons.compactMap { $0.title(for: .normal) } == ["Try again", "Learn more"])
            dialog.closeButton.tap()
            #expect(bench.posted == [.gckuiCastDialogWillShow, .gckuiCastDialogDidHide])
            #expect(bench.root.presentedViewController == nil)
        }
    }

    @Test(
        "UW24 UW27 UW28 UW29 UW30 DC14 DC15 DC55 The list is sorted, with icons and running apps; rows are updated"
    )
    func list() async throws {
        try await WidgetBench.perform { bench in
            var busy = device("kitchen")
            busy.statusText = "Films"
            bench.send(.discoveryStarted, .devices([device("Living room"), busy]))
            bench.context.presentCastDialog()
            let dialog = try #require(bench.dialog)
            #expect(dialog.heading.text == "Cast to")
            #expect(rows(dialog).map(\.accessibilityLabel) == ["kitchen", "Living room"])
            #expect(rows(dialog)[0].accessibilityValue == "Casting Films")
            #expect(rows(dialog).allSatisfy { $0.isAccessibilityElement && $0.accessibilityTraits.contains(.button) })
            let kitchen = rows(dialog)[0]
            var group = device("Everywhere")
            group.isGroup = true
            var speaker = device("Bath")
            speaker.capabilities = [.audioOut]
            bench.send(.devices([device("Living room"), busy, group, speaker]))
            #expect(rows(dialog).map(\.accessibilityLabel) == ["Bath", "Everywhere", "kitchen", "Living room"])
            #expect(rows(dialog)[2] === kitchen)
            let icons = rows(dialog).map { row in row.all.compactMap { ($0 as? UIImageView)?.image }.first }
            #expect(icons[0] === IconImages.image(.speaker))
            #expect(icons[1] === IconImages.image(.speakerGroup))
            #expect(icons[2] === IconImages.image(.television) && icons[3] === icons[2])
            dialog.view.layoutIfNeeded()
            #expect(rows(dialog).allSatisfy { $0.frame.height >= 44 && $0.frame.width > 200 })
            let tops = rows(dialog).map(\.frame.minY)
            #expect(tops == tops.sorted() && Set(tops).count == 4)
        }
    }

    @Test(
        "UW30 UW31 UW25 UW37 Tapping a row starts a session, which closes the dialog; Stop casting ends the session",
        arguments: CastStage.Kind.allCases
    )
    func wholeWay(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (virtual, _) = try await stage.found()
            _ = try await stage.found(DeviceConfiguration(name: "Another"))
            let bench = WidgetBench(stage)
            let button = GCKUICastButton(frame: CGRect(x: 0, y: 0, width: 24, height: 24))
            bench.show(button)
            button.tap()
            let row = try #require(rows(bench.dialog).first { $0.accessibilityLabel == "Stage TV" })
            row.tap()
            #expect(stage.sessions.currentSession?.device.friendlyName == "Stage TV")
            #expect(bench.dialog?.content is MessageView)
            #expect(await stage.wait { stage.sessions.hasConnectedCastSession() })
            #expect(await stage.wait { bench.root.presentedViewController == nil })
            #expect(bench.posted == [.gckuiCastDialogWillShow, .gckuiCastDialogDidHide])

            button.tap()
            let dialog = try #require(bench.dialog)
            #expect(dialog.heading.text == "Stage TV")
            let connected = try #require(dialog.content as? ConnectedView)
            #expect(connected.title.text == "Nothing is playing", "UW33")
            #expect(connected.playPause.isHidden)
            #expect(connected.stop.title(for: .normal) == "Stop casting")
            // An image that arrives late makes the dialog higher; the controls below it stay tappable.
            dialog.view.frame = bench.window.bounds
            dialog.view.layoutIfNeeded()
            let low = connected.stop.convert(connected.stop.bounds, to: connected).maxY
            connected.artwork.image = UIImage()
            connected.artwork.changed()
            dialog.view.layoutIfNeeded()
            let lower = connected.stop.convert(connected.stop.bounds, to: connected).maxY
            #expect(lower > low + 20)
            #expect(connected.bounds.maxY >= lower)
            connected.stop.tap()
            #expect(await stage.wait { stage.sessions.currentSession == nil })
            #expect(await stage.wait { virtual.snapshot.application == nil })
            #expect(bench.root.presentedViewController == nil)
        }
    }

    @Test("UW32 A device that cannot run the application is not listed")
    func criteria() async throws {
        try await CastStage.perform { stage in
            stage.asksDevices = true
            stage.criteria = GCKDiscoveryCriteria(applicationID: Talk.id)
            stage.begin()
            let bench = WidgetBench(stage)
            let without = try await stage.open(DeviceConfiguration(name: "Without"))
            let with = try await stage.open(DeviceConfiguration(name: "With", applications: [Talk.app]))
            stage.sightings.see(stage.description(of: without))
            stage.sightings.see(stage.description(of: with))
            stage.context.presentCastDialog()
            #expect(await stage.wait { !rows(bench.dialog).isEmpty })
            await stage.pass(.seconds(5))
            #expect(rows(bench.dialog).map(\.accessibilityLabel) == ["With"])
        }
    }

    @Test("UW31 UW40 A device that does not respond is named in an error with a retry action")
    func failure() async throws {
        try await CastStage.perform { stage in
            let (virtual, _) = try await stage.found()
            let bench = WidgetBench(stage)
            stage.context.presentCastDialog()
            await virtual.close()
            try #require(rows(bench.dialog).first).tap()
            #expect(await stage.wait(within: .seconds(60)) { stage.context.widgets.state.openDialog?.failure != nil })
            let dialog = try #require(bench.dialog)
            #expect(dialog.heading.text == "Could not cast to Stage TV")
            let message = try #require(dialog.content as? MessageView)
            let retry = try #require(message.all.compactMap { $0 as? UIButton }.first { !$0.isHidden })
            #expect(retry.title(for: .normal) == "Try again")
            retry.tap()
            #expect(stage.sessions.currentSession != nil)
        }
    }

    @Test("UW25 UW33 UW35 DC21 DC30 DC31 The connected dialog shows the media, and the device's volume in percent")
    func connected() async throws {
        try await WidgetBench.perform { bench in
            bench.connect()
            try bench.playFilm()
            bench.context.presentCastDialog()
            let view = try #require(bench.dialog?.content as? ConnectedView)
            #expect(view.title.text == "A film")
            #expect(view.subtitle.text == "Studio")
            #expect(view.playPause.accessibilityLabel == "Pause")
            #expect(view.volume.slider.value == 0.5)
            #expect(view.volume.slider.accessibilityValue == "50%")
            bench.send(.volume(WidgetBench.volume(0.25, muted: true)))
            #expect(view.volume.slider.value == 0.25)
            #expect(view.volume.mute.accessibilityLabel == "Unmute")
            try bench.playFilm(state: "PAUSED")
            #expect(view.playPause.accessibilityLabel == "Play")
        }
    }

    @Test("UW34 A fixed volume disables the slider, and the dialog gives the reason")
    func fixedVolume() async throws {
        try await WidgetBench.perform { bench in
            bench.connect()
            bench.send(.volume(WidgetBench.volume(1, control: .fixed)))
            bench.context.presentCastDialog()
            let view = try #require(bench.dialog?.content as? ConnectedView)
            #expect(!view.volume.slider.isEnabled)
            #expect(view.fixedVolume.text == "This device's volume cannot be changed from here")
            #expect(!view.fixedVolume.isHidden)
        }
    }

    @Test("UW36 A group has a volume for each member")
    func members() async throws {
        try await CastStage.perform { stage in
            let one = try await stage.open(DeviceConfiguration(name: "One"))
            let two = try await stage.open(DeviceConfiguration(name: "Two"))
            let (_, device) = try await stage.foundGroup(of: [one, two])
            let bench = WidgetBench(stage)
            try await stage.started(on: device)
            stage.context.presentCastDialog()
            let view = try #require(bench.dialog?.content as? ConnectedView)
            #expect(await stage.wait { view.members.count == 2 })
            #expect(Set(view.members.values.compactMap(\.name.text)) == ["One", "Two"])
            let member = try #require(view.members.values.first { $0.name.text == "Two" })
            member.row.slider.setValue(0.125, animated: false)
            member.row.slider.sendActions(for: .valueChanged)
            #expect(await stage.wait { two.snapshot.volumeLevel == 0.125 })
            #expect(one.snapshot.volumeLevel != 0.125)
        }
    }

    @Test("UW26 Dismissing the dialog by a swipe is reported once, and keeps the connection")
    func dismissedBySwipe() async throws {
        try await WidgetBench.perform { bench in
            bench.send(.discoveryStarted, .devices([WidgetBench.den]))
            bench.context.presentCastDialog()
            bench.send(.session(.starting(WidgetBench.den)))
            bench.root.dismiss(animated: false, completion: nil)
            #expect(bench.widgets.state.openDialog == nil)
            #expect(bench.widgets.state.phase == .connecting)
            #expect(bench.posted == [.gckuiCastDialogWillShow, .gckuiCastDialogDidHide])
        }
    }

    @Test("Without a window the dialog is not presented and its state is reset")
    func noWindow() async throws {
        try await WidgetBench.perform { bench in
            bench.window.rootViewController = nil
            bench.window.isHidden = true
            bench.context.presentCastDialog()
            #expect(bench.widgets.state.openDialog == nil)
            #expect(bench.posted == [.gckuiCastDialogWillShow, .gckuiCastDialogDidHide])
        }
    }

    @Test("Names of 10,000 characters, right-to-left text, emoji and markup are truncated and shown as text")
    func hostileNames() async throws {
        try await WidgetBench.perform { bench in
            let names = [
                String(repeating: "x", count: 10_000), "<b>bold</b><script>alert(1)</script>", "\u{202E}gnp.exe",
                "\u{5E9}\u{5DC}\u{5D5}\u{5DD}", String(repeating: "👩‍👩‍👧‍👦", count: 500), "a\nb\u{0}c",
            ]
            bench.send(.discoveryStarted, .devices(names.enumerated().map { device($1, id: "\($0)") }))
            bench.context.presentCastDialog()
            let dialog = try #require(bench.dialog)
            bench.window.layoutIfNeeded()
            #expect(rows(dialog).count == names.count)
            for row in rows(dialog) {
                let name = try #require(row.accessibilityLabel)
                #expect(name.count <= 200)
                #expect(!name.contains("\n") && !name.contains("\u{0}"))
                #expect(row.frame.height < 200)
            }
            #expect(rows(dialog).contains { $0.accessibilityLabel == names[1] })
            let hostile = try #require(names.firstIndex { $0.hasPrefix("\u{202E}") })
            bench.send(.session(.starting(device(names[hostile]))))
            // Directional marks in a name are closed within it, so that they do not affect the text around it.
            let title = try #require(dialog.heading.text)
            #expect(
                title.unicodeScalars.filter { $0 == "\u{202E}" }.count
                    == title.unicodeScalars.filter { $0 == "\u{202C}" }.count
            )
        }
    }
}
