// SPDX-License-Identifier: Apache-2.0

import CastUI
import Foundation
import Testing

@testable import GoogleCast

@MainActor
@Suite("Introduction", .serialized)
struct IntroductionTests {
    @Test(
        "UW41 DC5 DC6 DC7 The introduction is shown once, with a circle around the button, a text and a dismiss button"
    )
    func once() async throws {
        try await WidgetBench.perform { bench in
            let button = GCKUICastButton(frame: CGRect(x: 340, y: 60, width: 24, height: 24))
            bench.show(button)
            #expect(bench.context.presentCastInstructionsViewControllerOnce(with: button))
            let introduction = try #require(bench.root.presentedViewController as? IntroductionViewController)
            introduction.view.frame = bench.window.bounds
            introduction.view.layoutIfNeeded()
            #expect(introduction.spotlight.circle.midX == 352)
            #expect(introduction.spotlight.circle.midY == 72)
            #expect(introduction.spotlight.circle.width >= 44)
            #expect(introduction.text.text?.isEmpty == false)
            #expect(introduction.text.frame.minY > introduction.spotlight.circle.maxY)
            button.frame.origin = CGPoint(x: 20, y: 700)
            introduction.view.setNeedsLayout()
            introduction.view.layoutIfNeeded()
            #expect(introduction.spotlight.circle.midY == 712)
            #expect(introduction.text.frame.maxY < introduction.spotlight.circle.minY)
            introduction.dismissButton.tap()
            #expect(bench.root.presentedViewController == nil)
            #expect(!bench.context.presentCastInstructionsViewControllerOnce(with: button))
            _ = await bench.stage.restart()
            #expect(!bench.context.presentCastInstructionsViewControllerOnce(with: button))
            bench.context.clearCastInstructionsShownFlag()
            #expect(bench.context.presentCastInstructionsViewControllerOnce(with: button))
        }
    }

    @Test("An app can request the introduction while the cast state changes")
    func whileTheStateChanges() async throws {
        try await WidgetBench.perform { bench in
            let button = GCKUICastButton(frame: CGRect(x: 340, y: 60, width: 24, height: 24))
            bench.show(button)
            var answers: [Bool] = []
            let observer = bench.widgets.store.observe { [weak bench] state in
                guard let bench, state.phase == .notConnected, answers.isEmpty else { return }
                answers.append(bench.context.presentCastInstructionsViewControllerOnce(with: button))
            }
            bench.send(.discoveryStarted, .devices([WidgetBench.den]))
            bench.widgets.store.removeObserver(observer)
            #expect(answers == [true])
            #expect(bench.root.presentedViewController is IntroductionViewController)
        }
    }

    @Test("UW42 UW43 For a button that is hidden or in no window it is not shown, and does not count as shown")
    func notOnScreen() async throws {
        try await WidgetBench.perform { bench in
            let button = GCKUICastButton(frame: CGRect(x: 340, y: 60, width: 24, height: 24))
            #expect(!bench.context.presentCastInstructionsViewControllerOnce(with: button))
            bench.show(button)
            button.isHidden = true
            #expect(!bench.context.presentCastInstructionsViewControllerOnce(with: button))
            #expect(bench.root.presentedViewController == nil)
            button.isHidden = false
            #expect(bench.context.presentCastInstructionsViewControllerOnce(with: button))
        }
    }

    @Test("Tapping the highlighted button opens the dialog")
    func touch() async throws {
        try await WidgetBench.perform { bench in
            let button = GCKUICastButton(frame: CGRect(x: 340, y: 60, width: 24, height: 24))
            bench.show(button)
            #expect(bench.context.presentCastInstructionsViewControllerOnce(with: button))
            let introduction = try #require(bench.root.presentedViewController as? IntroductionViewController)
            introduction.target.tap()
            #expect(bench.dialog != nil)
        }
    }
}
