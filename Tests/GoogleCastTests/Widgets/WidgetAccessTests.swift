// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastUI
import CastWire
import Foundation
import Testing

@testable import CastSender
@testable import GoogleCast

#if !canImport(UIKit)
import HeadlessUIKit
#endif

/// Accessibility of the widgets: screen reader, touch size, keyboard.
@MainActor
@Suite("Widget accessibility", .serialized)
struct WidgetAccessTests {
    private let frame = CGRect(x: 330, y: 60, width: 24, height: 24)

    /// Presents each screen in its own context, and passes it to a closure. A screen's first text is its heading.
    private func screens(
        _ body: @MainActor (_ name: String, WidgetBench, UIViewController) async throws -> Void
    ) async throws {
        func perform(
            _ name: String,
            _ configure: (CastStage) -> Void = { _ in },
            _ open: @MainActor (WidgetBench) throws -> Void
        ) async throws {
            try await WidgetBench.perform(configure) { bench in
                try open(bench)
                let controller = try #require(bench.root.presentedViewController, "\(name)")
                bench.window.layoutIfNeeded()
                controller.view.frame = bench.window.bounds
                controller.view.setNeedsLayout()
                controller.view.layoutIfNeeded()
                try await body(name, bench, controller)
            }
        }
        try await perform("list") { bench in
            bench.send(
                .discoveryStarted,
                .devices((0..<4).map { .init(id: "\($0)", friendlyName: "TV \($0)", endpoints: []) })
            )
            bench.context.presentCastDialog()
        }
        try await perform("help") { bench in
            bench.context.networkDidChange(isReachable: false)
            bench.context.presentCastDialog()
        }
        try await perform("connected") { bench in
            bench.connect()
            try bench.playFilm()
            bench.context.presentCastDialog()
        }
        try await perform("group") { bench in
            bench.connect()
            let members = ["a", "b"].compactMap { id in
                GroupMember(MultizoneDevice(deviceID: id, name: id, volume: CastVolume(level: 0.5, muted: false)))
            }
            bench.send(.group(GroupStatus(members: members)))
            bench.context.presentCastDialog()
        }
        try await perform("failure") { bench in
            bench.send(.discoveryStarted, .devices([WidgetBench.den]))
            bench.context.presentCastDialog()
            let error = CastError(.connectTimedOut, "late")
            bench.send(.session(.starting(WidgetBench.den)), .session(.failedToStart(WidgetBench.den, error)))
        }
        try await perform("explanation") {
            $0.isGated = true
        } _: { bench in
            let button = GCKUICastButton(frame: frame)
            bench.show(button)
            button.tap()
        }
        try await perform("introduction") { bench in
            let button = GCKUICastButton(frame: frame)
            bench.show(button)
            bench.context.presentCastInstructionsViewControllerOnce(with: button)
        }
        try await perform("expanded") { bench in
            bench.connect()
            try bench.playFilm()
            bench.context.presentDefaultExpandedMediaControls()
        }
    }

    /// The first accessibility element of a screen.
    private func heading(of controller: UIViewController) -> UILabel? {
        switch controller {
        case let dialog as CastDialogViewController: dialog.heading
        case let explanation as NetworkExplanationViewController: explanation.heading
        case let introduction as IntroductionViewController: introduction.text
        case let expanded as GCKUIExpandedMediaControlsViewController: expanded.parts.title
        default: nil
        }
    }

    private func isSeen(_ view: UIView) -> Bool {
        var next: UIView? = view
        while let present = next {
            if present.isHidden || present.alpha == 0 { return false }
            next = present.superview
        }
        return true
    }

    @Test("DC54 A screen is modal for screen readers, is closed by the escape gesture, and leaves no state behind")
    func modal() async throws {
        var names: [String] = []
        try await screens { name, bench, controller in
            names.append(name)
            // A full-screen presentation has no readable views behind it.
            #expect(
                controller.view.accessibilityViewIsModal || controller.modalPresentationStyle == .fullScreen,
                "\(name)"
            )
            #expect(controller.accessibilityPerformEscape(), "\(name)")
            #expect(bench.root.presentedViewController == nil, "\(name)")
            let state = bench.widgets.state
            #expect(state.openDialog == nil && state.openExpanded == nil, "\(name)")
            #expect(!state.isIntroducing && !state.isExplainingNetwork, "\(name)")
        }
        #expect(names.count == 8)
    }

    #if !canImport(UIKit)
    @Test(
        "DC54 A new screen, and new content of the dialog, is announced with its heading"
    )
    func headings() async throws {
        var arguments: [Any?] = []
        let listener = UIAccessibility.Listener { notification, argument in
            if notification == .screenChanged { arguments.append(argument) }
        }
        var names: [String] = []
        try await screens { name, _, controller in
            names.append(name)
            let heading = try #require(self.heading(of: controller))
            #expect(heading.text?.isEmpty == false, "\(name)")
            #expect(arguments.last.flatMap { $0 } as? UILabel === heading, "\(name)")
            arguments = []
        }
        #expect(names.count == 8)
        try await WidgetBench.perform { bench in
            bench.send(.discoveryStarted, .devices([WidgetBench.den]))
            bench.context.presentCastDialog()
            arguments = []
            bench.connect()
            let dialog = try #require(bench.dialog)
            #expect(!arguments.isEmpty && arguments.allSatisfy { $0 as? UILabel === dialog.heading })
        }
        withExtendedLifetime(listener) {}
    }
    #endif

    @Test(
        "DC52 DC58 Every control of every screen has a label and a tappable size",
        arguments: [(320, 568), (1024, 1366)]
    )
    func namesAndSizes(_ width: Int, _ height: Int) async throws {
        var counts: [String: Int] = [:]
        func check(_ name: String, _ root: UIView) {
            for control in root.all.compactMap({ $0 as? UIControl }) where isSeen(control) {
                counts[name, default: 0] += 1
                // The background control is labeled by the views on it.
                if control.isAccessibilityElement || control is UIButton || control is UISlider {
                    #expect(control.accessibilityLabel?.isEmpty == false, "\(name) \(control)")
                }
                let size = control.bounds.size
                let isWide =
                    size.width >= 44
                    || control.point(inside: CGPoint(x: (size.width - 43) / 2, y: size.height / 2), with: nil)
                let isHigh =
                    size.height >= 44
                    || control.point(inside: CGPoint(x: size.width / 2, y: (size.height - 43) / 2), with: nil)
                #expect(isWide && isHigh, "\(name) \(control.frame)")
            }
        }
        try await screens { name, _, controller in
            controller.view.frame = CGRect(x: 0, y: 0, width: width, height: height)
            controller.view.setNeedsLayout()
            controller.view.layoutIfNeeded()
            check(name, controller.view)
        }
        try await WidgetBench.perform { bench in
            bench.connect()
            try bench.playFilm()
            let mini = bench.context.createMiniMediaControlsViewController()
            mini.setButtonType(.rewind30Seconds, at: 0)
            mini.setButtonType(.forward30Seconds, at: 1)
            bench.show(mini, in: CGRect(x: 0, y: 0, width: width, height: 64))
            check("mini", mini.view)
        }
        #expect(
            counts == [
                "list": 5, "help": 3, "connected": 5, "group": 8, "failure": 2, "explanation": 2, "introduction": 2,
                "expanded": 8, "mini": 4,
            ]
        )
    }

    @Test("DC52 DC58 A row of the track selector has a label and a tappable size")
    func trackRows() throws {
        let selector = GCKUIMediaTrackSelectionViewController()
        let tracks = (1...3).compactMap { id in
            GCKMediaTrack(
                identifier: id,
                contentIdentifier: nil,
                contentType: "text/vtt",
                type: id == 3 ? .audio : .text,
                textSubtype: .subtitles,
                name: id == 1 ? nil : "Track",
                languageCode: "en",
                customData: nil
            )
        }
        let builder = GCKMediaInformationBuilder(contentURL: try #require(URL(string: "http://192.0.2.1/film.mp4")))
        builder.mediaTracks = tracks
        selector.mediaInfo = builder.build()
        selector.view.frame = CGRect(x: 0, y: 0, width: 320, height: 568)
        selector.view.layoutIfNeeded()
        var count = 0
        for list in selector.viewControllers ?? [] {
            list.view.frame = selector.view.bounds
            list.view.layoutIfNeeded()
            #expect(list.tabBarItem.title?.isEmpty == false)
            let table = try #require(list.view.all.lazy.compactMap { $0 as? UITableView }.first)
            for row in 0..<table.numberOfRows(inSection: 0) {
                let path = IndexPath(row: row, section: 0)
                let cell = try #require(table.dataSource?.tableView(table, cellForRowAt: path))
                #expect(cell.textLabel?.text?.isEmpty == false)
                #expect(cell.accessibilityTraits.contains(.button))
                #expect(table.rectForRow(at: path).height >= 44)
                count += 1
            }
        }
        #expect(count == 4)
    }

    @Test("DC56 A slider can be adjusted by a screen reader in steps, and describes its value")
    func adjustable() async throws {
        try await CastStage.perform { stage in
            let (virtual, device) = try await stage.found()
            let bench = WidgetBench(stage)
            let session = try await stage.started(on: device)
            let url = try #require(URL(string: "http://192.0.2.1/film.mp4"))
            session.remoteMediaClient?.loadMedia(GCKMediaInformationBuilder(contentURL: url).build())
            stage.context.presentDefaultExpandedMediaControls()
            let seek = bench.expanded.parts.seekBar.slider
            #expect(await stage.wait { seek.isEnabled && seek.maximumValue == 60 })
            #expect(seek.accessibilityTraits.contains(.adjustable))
            #expect(seek.accessibilityLabel?.isEmpty == false)
            seek.accessibilityIncrement()
            #expect(await stage.wait { (virtual.snapshot.media?.position ?? 0) >= 6 })
            #expect(seek.accessibilityValue?.hasSuffix("of 1 minute") == true)
            let before = seek.value
            seek.accessibilityDecrement()
            #expect(await stage.wait { seek.value < before - 3 })
            stage.context.presentCastDialog()
            let dialog = try #require(bench.expanded.presentedViewController as? CastDialogViewController)
            let volume = try #require(dialog.view.all.lazy.compactMap { $0 as? UISlider }.first)
            #expect(await stage.wait { volume.isEnabled })
            #expect(volume.accessibilityTraits.contains(.adjustable))
            let level = virtual.snapshot.volumeLevel
            volume.accessibilityDecrement()
            #expect(await stage.wait { abs(virtual.snapshot.volumeLevel - (level - 0.1)) < 0.01 })
            #expect(volume.accessibilityValue == "\(Int((virtual.snapshot.volumeLevel * 100).rounded()))%")
        }
    }

    @Test("DC1 Without a network the dialog shows help at once, and no devices found before")
    func noNetwork() async throws {
        try await WidgetBench.perform { bench in
            bench.send(.discoveryStarted, .devices([WidgetBench.den]))
            bench.context.networkDidChange(isReachable: false)
            bench.context.presentCastDialog()
            let dialog = try #require(bench.dialog)
            let help = try #require(dialog.content as? HelpView)
            #expect(help.texts.contains("No network"))
            #expect(!dialog.view.all.contains { $0 is DeviceRowControl })
            bench.context.networkDidChange(isReachable: true)
            #expect(dialog.view.all.compactMap { ($0 as? DeviceRowControl)?.accessibilityLabel } == ["Den"])
        }
    }

    @Test("DC21 The dialog for playing media shows the device's name, the title and Stop casting")
    func connected() async throws {
        try await WidgetBench.perform { bench in
            bench.connect()
            try bench.playFilm()
            bench.context.presentCastDialog()
            let dialog = try #require(bench.dialog)
            let view = try #require(dialog.content as? ConnectedView)
            #expect(dialog.heading.text == "Den")
            #expect(view.title.text == "A film")
            #expect(view.stop.title(for: .normal) == "Stop casting")
            #expect(view.stop.accessibilityLabel == "Stop casting")
            dialog.view.frame = bench.window.bounds
            dialog.view.layoutIfNeeded()
            @MainActor
            func top(_ part: UIView) -> CGFloat { part.convert(part.bounds, to: dialog.view).minY }
            #expect(top(dialog.heading) < top(view.title) && top(view.title) < top(view.stop))
        }
    }

    @Test("DC39 The mini controller reappears when the expanded controller is closed")
    func barReturns() async throws {
        try await WidgetBench.perform { bench in
            let content = UINavigationController(rootViewController: UIViewController())
            let container = bench.context.createCastContainerController(for: content)
            bench.window.rootViewController = container
            container.miniMediaControlsItemEnabled = true
            bench.connect()
            try bench.playFilm()
            bench.window.layoutIfNeeded()
            let mini = try #require(container.miniMediaControlsViewController)
            let full = bench.window.bounds
            #expect(mini.view.frame.height == 64)
            bench.context.presentDefaultExpandedMediaControls()
            bench.window.layoutIfNeeded()
            #expect(container.presentedViewController === bench.expanded)
            bench.expanded.parts.collapse.tap()
            container.view.layoutIfNeeded()
            #expect(container.presentedViewController == nil)
            #expect(!mini.view.isHidden)
            #expect(mini.view.frame == CGRect(x: 0, y: full.height - 64, width: full.width, height: 64))
            #expect(content.view.frame.height == full.height - 64)
        }
    }
}
