// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GoogleCast

@MainActor
@Suite("Multistate buttons and utilities", .serialized)
struct ButtonAndUtilityTests {
    private static func image() -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: 2, height: 2)).image { _ in }
    }

    @Test("UC47 The button shows its state's image, or its own image in a state without one")
    func multistate() {
        let button = GCKUIMultistateButton()
        let (play, pause, other) = (Self.image(), Self.image(), Self.image())
        button.setImage(play, forButtonState: GCKUIButtonStatePlay)
        #expect(button.image(for: .normal) == nil)
        button.buttonState = GCKUIButtonStatePlay
        #expect(button.image(for: .normal) === play)
        button.setImage(other, for: .normal)
        #expect(button.image(for: .normal) === play)
        button.setImage(pause, forButtonState: GCKUIButtonStatePlay)
        #expect(button.image(for: .normal) === pause)
        button.buttonState = GCKUIButtonStateMuteOn
        #expect(button.image(for: .normal) === other)
    }

    @Test("UC47 A button from an interface file keeps its own image in a state without one")
    func decoded() throws {
        let data =
            Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAADklEQVR4nGNgYGD4DwQABgEBAKZFcqoAAAAASUVORK5CYII="
            ) ?? Data()
        let plain = UIButton(type: .system)
        plain.setImage(UIImage(data: data), for: .normal)
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        plain.encode(with: archiver)
        archiver.finishEncoding()
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        let button = try #require(GCKUIMultistateButton(coder: unarchiver))
        let normal = try #require(button.image(for: .normal))
        let play = Self.image()
        button.setImage(play, forButtonState: GCKUIButtonStatePlay)
        button.buttonState = GCKUIButtonStatePlay
        #expect(button.image(for: .normal) === play)
        button.buttonState = GCKUIButtonStateMuteOn
        #expect(button.image(for: .normal) === normal)
    }

    @Test("UC48 Button states are distinct; the deprecated states are the application bits of UIControl.State")
    @available(*, deprecated)
    func states() {
        let states = [
            GCKUIButtonStateRepeatOff, GCKUIButtonStateRepeatAll, GCKUIButtonStateRepeatSingle, GCKUIButtonStateShuffle,
            GCKUIButtonStatePlay, GCKUIButtonStatePlayLive, GCKUIButtonStatePause, GCKUIButtonStateMuteOff,
            GCKUIButtonStateMuteOn,
        ]
        #expect(Set(states).count == 9)
        let old = [
            GCKUIControlStateRepeatOff, GCKUIControlStateRepeatAll, GCKUIControlStateRepeatSingle,
            GCKUIControlStateShuffle, GCKUIControlStatePlay, GCKUIControlStatePause, GCKUIControlStateMuteOff,
            GCKUIControlStateMuteOn,
        ]
        #expect(Set(old).count == 8)
        #expect(old.allSatisfy { UIControl.State.application.contains($0) })
        let button = GCKUIButton()
        button.applicationState = GCKUIControlStatePlay
        button.isEnabled = false
        #expect(button.state == [GCKUIControlStatePlay, .disabled])
        button.buttonState = GCKUIButtonStateMuteOn
        #expect(button.state == [GCKUIControlStateMuteOn, .disabled])
        button.buttonState = 0
        #expect(button.state == .disabled)
    }

    @Test("UC25 UC26 Times are formatted as text")
    func times() {
        #expect(GCKUIUtils.timeInterval(asString: 65) == "01:05")
        #expect(GCKUIUtils.timeInterval(asString: 3661) == "1:01:01")
        for none in [Double.nan, .infinity, -.infinity] {
            #expect(GCKUIUtils.timeInterval(asString: none) == "--:--")
            #expect(GCKUIUtils.localTime(asString: none) == "--:--")
        }
        #expect(GCKUIUtils.localTime(asString: 0).contains(":"))
    }

    @Test("The top view controller is found through containers and presentations")
    func top() {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let (inner, sheet) = (UIViewController(), UIViewController())
        let tabs = UITabBarController()
        tabs.setViewControllers([UINavigationController(rootViewController: inner)], animated: false)
        window.rootViewController = tabs
        window.makeKeyAndVisible()
        #expect(GCKUIUtils.currentViewController() === inner)
        inner.present(sheet, animated: false)
        #expect(GCKUIUtils.currentViewController() === sheet)
        sheet.dismiss(animated: false)
        #expect(GCKUIUtils.currentViewController() === inner)
        window.isHidden = true
        window.rootViewController = nil
    }

    @Test("The top view controller is that of another window if the key window has no root view controller")
    func keyWindowWithoutRoot() {
        let frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        let (window, overlay) = (UIWindow(frame: frame), UIWindow(frame: frame))
        let root = UIViewController()
        window.rootViewController = root
        window.isHidden = false
        overlay.makeKeyAndVisible()
        // Tests that run at the same time may show windows, too.
        let others = (window.windowScene?.windows ?? []).filter { $0 !== window && $0.rootViewController != nil }
        let found = GCKUIUtils.currentViewController()
        #expect(overlay.isKeyWindow && found != nil)
        #expect(found === root || !others.isEmpty)
        overlay.isHidden = true
        window.isHidden = true
        window.rootViewController = nil
    }
}
