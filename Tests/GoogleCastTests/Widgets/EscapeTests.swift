// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
import CastUI
import Foundation
import HeadlessUIKit
import Testing

@testable import GoogleCast

/// The Escape key, and the screen reader's escape gesture.
@MainActor
@Suite("The Escape key", .serialized)
struct EscapeTests {
    /// A way to dismiss a screen.
    enum Way: CaseIterable {
        case key
        case gesture
    }

    private func escape(_ window: UIWindow, _ way: Way) {
        switch way {
        case .key: window.press(UIKey(.keyboardEscape))
        case .gesture:
            var top = window.topController
            while let navigation = top as? UINavigationController { top = navigation.topViewController }
            _ = top?.accessibilityPerformEscape()
        }
    }

    @Test("UW40 Escape closes the cast dialog, and the session keeps connecting", arguments: Way.allCases)
    func dialog(_ way: Way) async throws {
        try await WidgetBench.perform { bench in
            bench.send(.discoveryStarted, .devices([WidgetBench.den]), .session(.starting(WidgetBench.den)))
            bench.context.presentCastDialog()
            #expect(bench.dialog != nil)
            bench.window.press(UIKey(.keyboardTab))
            #expect(bench.dialog != nil)
            escape(bench.window, way)
            #expect(bench.root.presentedViewController == nil)
            #expect(bench.posted == [.gckuiCastDialogWillShow, .gckuiCastDialogDidHide])
            #expect(bench.widgets.state.phase == .connecting)
        }
    }

    @Test("Escape closes the network explanation, the introduction and the expanded controls", arguments: Way.allCases)
    func others(_ way: Way) async throws {
        let gate: (CastStage) -> Void = { $0.isGated = true }
        try await WidgetBench.perform(gate) { bench in
            let button = GCKUICastButton(frame: CGRect(x: 300, y: 60, width: 24, height: 24))
            bench.show(button)
            #expect(bench.context.presentCastInstructionsViewControllerOnce(with: button))
            #expect(bench.root.presentedViewController is IntroductionViewController)
            escape(bench.window, way)
            #expect(bench.root.presentedViewController == nil)
            button.tap()
            #expect(bench.root.presentedViewController is NetworkExplanationViewController)
            escape(bench.window, way)
            #expect(bench.root.presentedViewController == nil)
            #expect(!bench.widgets.state.isExplainingNetwork)
            bench.connect()
            try bench.playFilm()
            bench.context.presentDefaultExpandedMediaControls()
            #expect(bench.root.presentedViewController === bench.expanded)
            escape(bench.window, way)
            #expect(bench.root.presentedViewController == nil)
            #expect(bench.widgets.state.openExpanded == nil)
            #expect(bench.widgets.state.session.isConnected)
        }
    }

    @Test("Escape cancels track selection that the app presented", arguments: Way.allCases)
    func tracks(_ way: Way) async throws {
        try await WidgetBench.perform { bench in
            let selector = GCKUIMediaTrackSelectionViewController()
            bench.root.present(UINavigationController(rootViewController: selector), animated: false)
            #expect(bench.root.presentedViewController != nil)
            escape(bench.window, way)
            #expect(bench.root.presentedViewController == nil)
        }
    }
}
#endif
