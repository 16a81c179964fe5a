// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastUI
import Foundation
import Testing

@testable import GoogleCast

@MainActor
@Suite("Widget lifetimes", .serialized)
struct WidgetLifetimeTests {
    /// Weak references to the objects that must be released with a context.
    private final class Left {
        weak var context: GCKCastContext?
        weak var widgets: ContextWidgets?
        weak var store: CastUIStore?
        weak var presenter: WidgetPresenter?
        weak var expanded: GCKUIExpandedMediaControlsViewController?
        weak var controller: GCKUIMediaController?

        var names: [String] {
            let all: [(String, AnyObject?)] = [
                ("context", context), ("widgets", widgets), ("store", store), ("presenter", presenter),
                ("expanded", expanded), ("controller", controller),
            ]
            return all.compactMap { $1 == nil ? nil : $0 }
        }
    }

    private func use(_ stage: CastStage, _ left: Left) async throws {
        let (_, device) = try await stage.found()
        let button = GCKUICastButton(frame: CGRect(x: 0, y: 0, width: 24, height: 24))
        let bound = GCKUIMediaController()
        let volume = GCKUIDeviceVolumeController()
        try await stage.started(on: device)
        #expect(await stage.wait { stage.context.widgets.state.session.isConnected })
        let slider = UISlider()
        volume.volumeSlider = slider
        #expect(await stage.wait { slider.isEnabled })
        #expect(button.accessibilityLabel != nil)
        stage.context.presentCastDialog()
        stage.context.widgets.act(.dismissDialog)
        left.context = stage.context
        left.widgets = stage.context.widgets
        left.store = stage.context.widgets.store
        left.presenter = stage.context.presenter
        left.expanded = stage.context.defaultExpandedMediaControlsViewController
        left.controller = bound
        #expect(left.names.count == 6)
    }

    @Test("No widget object of a context outlives it")
    func ended() async throws {
        try await CastStage.perform { stage in
            let left = Left()
            try await use(stage, left)
            await GCKCastContext.reset()
            #expect(await stage.wait(within: .seconds(5)) { left.names.isEmpty }, "\(left.names)")
        }
    }

    @Test("Notifications posted off the main thread are handled on it: text size, motion, background")
    func offMain() async throws {
        try await WidgetBench.perform { bench in
            bench.context.presentCastDialog()
            let names = [
                UIContentSizeCategory.didChangeNotification, UIAccessibility.reduceMotionStatusDidChangeNotification,
                NSNotification.Name("UIApplicationDidEnterBackgroundNotification"),
            ]
            await Task.detached {
                for name in names { NotificationCenter.default.post(name: name, object: nil) }
            }.value
            #expect(await bench.stage.wait { !bench.context.discoveryManager.discoveryActive })
        }
    }

    @Test("An observer that is released is not called and not retained")
    func observers() async throws {
        try await WidgetBench.perform { bench in
            final class Observer { var calls = 0 }
            var observer: Observer? = Observer()
            weak let gone = observer
            bench.widgets.observe(observer!) { observer, _ in observer.calls += 1 }
            #expect(observer?.calls == 1)
            bench.send(.devices([CastDevice(id: "a", friendlyName: "A", endpoints: [])]))
            #expect(observer?.calls == 2)
            observer = nil
            #expect(gone == nil)
            bench.send(.devices([WidgetBench.den]))
        }
    }
}
