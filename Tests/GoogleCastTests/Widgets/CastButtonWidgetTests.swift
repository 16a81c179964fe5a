// SPDX-License-Identifier: Apache-2.0

import CastUI
import Foundation
import Testing

@testable import GoogleCast

#if !canImport(UIKit)
import HeadlessUIKit
#endif

private final class Answers: NSObject, GCKUICastButtonDelegate {
    private(set) var states: [GCKCastState] = []

    func castButtonDidTap(_ castButton: GCKUICastButton, toPresentDialogFor castState: GCKCastState) {
        states.append(castState)
    }
}

private final class FirstTapAnswers: NSObject, GCKUICastButtonDelegate {
    private(set) var taps = 0

    func castButtonDidTap(toPresentLocalNetworkAccessPermissionDialog castButton: GCKUICastButton) { taps += 1 }
}

@MainActor
@Suite("GCKUICastButton", .serialized)
struct CastButtonWidgetTests {
    private let frame = CGRect(x: 340, y: 50, width: 24, height: 24)

    @Test("UW1 UW10 A button can be created without a context, and has a different label for each state")
    func beforeContext() async throws {
        await GCKCastContext.reset()
        let button: UIButton = GCKUICastButton(frame: frame)
        #expect(button.image(for: .normal) === IconImages.image(.castInactive))
        button.sendActions(for: .touchUpInside)
        let first = try #require(button.accessibilityLabel)
        try await WidgetBench.perform { bench in
            bench.show(button)
            bench.send(.session(.starting(WidgetBench.den)))
            let second = try #require(button.accessibilityLabel)
            bench.connect()
            let third = try #require(button.accessibilityLabel)
            #expect(Set([first, second, third]).count == 3)
            #expect(button.accessibilityValue == "Den")
        }
    }

    @Test("UW1 A button from an interface file has icon, label and tap action")
    func byCoder() async throws {
        try await WidgetBench.perform { bench in
            let archiver = NSKeyedArchiver(requiringSecureCoding: true)
            archiver.finishEncoding()
            let button = GCKUICastButton(coder: try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData))
            button.frame = frame
            bench.show(button)
            #expect(button.image(for: .normal) === IconImages.image(.castInactive))
            #expect(button.accessibilityLabel?.isEmpty == false)
            bench.send(.devices([WidgetBench.den]))
            button.tap()
            #expect(bench.dialog?.heading.text == "Cast to")
        }
    }

    #if !canImport(UIKit)
    @Test("UW2 Icons are drawn in the button's tint color, and in the new one after a change")
    func tint() async throws {
        try await WidgetBench.perform { bench in
            let button = GCKUICastButton(frame: frame)
            bench.show(button)
            let icon = button.image(for: .normal)
            button.tintColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
            let red = SVGRenderer.render(button)
            button.tintColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
            let blue = SVGRenderer.render(button)
            #expect(red.contains("rgb(255,0,0)") && !red.contains("rgb(0,0,255)"))
            #expect(blue.contains("rgb(0,0,255)") && !blue.contains("rgb(255,0,0)"))
            #expect(button.image(for: .normal) === icon)
        }
    }
    #endif

    @Test(
        "UW2 UW3 UW4 UW5 UW6 DC12 Each state has an icon in the button's tint color; three alternate while connecting"
    )
    func icons() async throws {
        try await WidgetBench.perform { bench in
            let button = GCKUICastButton(frame: frame)
            bench.show(button)
            button.tintColor = .red
            let inactive = button.image(for: .normal)
            #expect(inactive?.renderingMode == .alwaysTemplate)
            bench.send(.devices([WidgetBench.den]))
            #expect(button.image(for: .normal) === inactive)
            bench.send(.session(.starting(WidgetBench.den)))
            var seen: [ObjectIdentifier] = []
            for _ in 0..<40 {
                let icon = try #require(button.image(for: .normal))
                #expect(icon.renderingMode == .alwaysTemplate)
                if seen.last != ObjectIdentifier(icon) { seen.append(ObjectIdentifier(icon)) }
                await bench.stage.pass(.milliseconds(60))
            }
            let frames = IconImages.connecting().map { ObjectIdentifier($0) }
            #expect(seen.first == frames[0] && Set(seen) == Set(frames) && seen.count > 3)
            bench.connect()
            let active = button.image(for: .normal)
            #expect(active === IconImages.image(.castActive))
            #expect(active !== inactive)
            button.tintColor = .green
            #expect(button.image(for: .normal) === active)
            await bench.stage.pass(.seconds(1))
            #expect(button.image(for: .normal) === active)
            bench.send(.session(.suspended))
            #expect(frames.contains(ObjectIdentifier(try #require(button.image(for: .normal)))))
        }
    }

    @Test("UW3 The appearance proxy's tint color applies to later buttons that do not set their own")
    func appearance() async throws {
        try await WidgetBench.perform { bench in
            GCKUICastButton.appearance().tintColor = .purple
            defer { GCKUICastButton.appearance().tintColor = nil }
            let (button, own) = (GCKUICastButton(frame: frame), GCKUICastButton(frame: frame))
            own.tintColor = .orange
            bench.show(button)
            bench.show(own)
            #expect(button.tintColor == .purple)
            #expect(own.tintColor == .orange)
        }
    }

    @Test("UW7 DC59 With reduced motion the connecting icon is not animated")
    func reducedMotion() async throws {
        try await WidgetBench.perform { bench in
            let button = GCKUICastButton(frame: frame)
            bench.show(button)
            bench.widgets.updatePlatformState { $0.reducesMotion = true }
            bench.send(.session(.starting(WidgetBench.den)))
            let icon = button.image(for: .normal)
            #expect(icon === IconImages.connecting()[0])
            for _ in 0..<20 {
                await bench.stage.pass(.milliseconds(60))
                #expect(button.image(for: .normal) === icon)
            }
        }
    }

    @Test("The app's icons replace the default ones")
    func ownIcons() async throws {
        try await WidgetBench.perform { bench in
            let button = GCKUICastButton(frame: frame)
            bench.show(button)
            let images = (0..<4).map { _ in UIImage() }
            button.setInactiveIcon(images[0], activeIcon: images[1], animationIcons: [images[2], images[3]])
            #expect(button.image(for: .normal) === images[0])
            bench.send(.session(.starting(WidgetBench.den)))
            #expect(button.image(for: .normal) === images[2])
            #expect(await bench.stage.wait { button.image(for: .normal) === images[3] })
            bench.connect()
            #expect(button.image(for: .normal) === images[1])
            button.setInactiveIcon(images[0], activeIcon: images[1], animationIcons: [])
            bench.send(.session(.suspended))
            #expect(button.image(for: .normal) === images[0])
        }
    }

    @Test("UW8 UW9 A label for one state applies to that state; a label without a state applies to all")
    func labels() async throws {
        try await WidgetBench.perform { bench in
            let button = GCKUICastButton(frame: frame)
            bench.show(button)
            let usual = button.accessibilityLabel
            button.setAccessibilityLabel("On air", for: .connected)
            #expect(button.accessibilityLabel == usual)
            bench.connect()
            #expect(button.accessibilityLabel == "On air")
            button.accessibilityLabel = "Cast!"
            #expect(button.accessibilityLabel == "Cast!")
            bench.send(.session(.ended(reason: nil)))
            #expect(button.accessibilityLabel == "Cast!")
            button.accessibilityLabel = nil
            #expect(button.accessibilityLabel == usual)
        }
    }

    @Test("UW12 UW13 UW14 UW22 DC18 The first tap explains local network access; discovery starts once it is confirmed")
    func firstTap() async throws {
        try await WidgetBench.perform {
            $0.isGated = true
        } _: { bench in
            let button = GCKUICastButton(frame: frame)
            bench.show(button)
            #expect(bench.context.castState == .noDevicesAvailable)
            button.tap()
            let explanation = try #require(bench.root.presentedViewController as? NetworkExplanationViewController)
            #expect(!bench.context.discoveryManager.discoveryActive)
            #expect(explanation.heading.text?.isEmpty == false)
            #expect(explanation.text.text?.isEmpty == false)
            #expect(bench.posted.isEmpty)
            explanation.primary.tap()
            #expect(bench.root.presentedViewController == nil)
            #expect(bench.context.discoveryManager.discoveryActive)
            button.tap()
            #expect(bench.dialog != nil)
            bench.act(.dismissDialog)
            _ = await bench.stage.restart()
            let next = GCKUICastButton(frame: frame)
            bench.show(next)
            next.tap()
            #expect(bench.dialog != nil)
        }
    }

    @Test("UW17 After the first tap the button is visible while there is a network, and keeps its frame")
    func visibility() async throws {
        try await WidgetBench.perform { bench in
            let button = GCKUICastButton(frame: frame)
            bench.show(button)
            #expect(!button.isHidden)
            bench.context.networkDidChange(isReachable: false)
            #expect(button.isHidden)
            #expect(button.frame == frame)
            bench.context.networkDidChange(isReachable: true)
            #expect(!button.isHidden)
            // A button that the app hides stays hidden until the network changes.
            button.isHidden = true
            bench.connect()
            #expect(button.isHidden)
        }
    }

    @Test("UW17 Where local network access needs permission, the button stays visible until the first tap")
    func guardedVisibility() async throws {
        try await WidgetBench.perform {
            $0.isGated = true
        } _: { bench in
            let button = GCKUICastButton(frame: frame)
            bench.show(button)
            bench.context.networkDidChange(isReachable: false)
            #expect(!button.isHidden)
            button.tap()
            let explanation = try #require(bench.root.presentedViewController as? NetworkExplanationViewController)
            explanation.primary.tap()
            #expect(button.isHidden)
            bench.context.networkDidChange(isReachable: true)
            #expect(!button.isHidden)
        }
    }

    @Test(
        "UW16 If the app starts discovery itself, the first tap opens the dialog without an explanation"
    )
    func ownSearch() async throws {
        try await WidgetBench.perform {
            $0.isGated = true
            $0.configure = { $0.disableDiscoveryAutostart = true }
        } _: { bench in
            let button = GCKUICastButton(frame: frame)
            bench.show(button)
            button.tap()
            #expect(bench.dialog != nil)
            #expect(!bench.context.discoveryManager.discoveryActive)
        }
    }

    @Test("UW18 UW20 A delegate's first-tap method replaces the explanation; the rest stays the default")
    func firstTapDelegate() async throws {
        try await WidgetBench.perform {
            $0.isGated = true
        } _: { bench in
            let button = GCKUICastButton(frame: frame)
            let answers = FirstTapAnswers()
            button.delegate = answers
            bench.show(button)
            button.tap()
            #expect(answers.taps == 1)
            #expect(bench.root.presentedViewController == nil)
            bench.context.discoveryManager.startDiscovery()
            button.tap()
            #expect(answers.taps == 1)
            #expect(bench.dialog != nil)
        }
    }

    @Test("UW19 UW20 A delegate's tap method gets the state; without a first-tap method the explanation is shown")
    func delegate() async throws {
        try await WidgetBench.perform {
            $0.isGated = true
        } _: { bench in
            let button = GCKUICastButton(frame: frame)
            let answers = Answers()
            button.delegate = answers
            bench.show(button)
            button.tap()
            let explanation = try #require(bench.root.presentedViewController as? NetworkExplanationViewController)
            explanation.primary.tap()
            bench.send(.devices([]))
            button.tap()
            bench.send(.devices([WidgetBench.den]))
            button.tap()
            bench.send(.session(.starting(WidgetBench.den)))
            button.tap()
            bench.connect()
            button.tap()
            #expect(answers.states == [.noDevicesAvailable, .notConnected, .connecting, .connected])
            #expect(bench.root.presentedViewController == nil)
            #expect(bench.posted.isEmpty)
        }
    }

    @Test("UW21 triggersDefaultCastDialog cannot be false with a delegate, nor a delegate be set while it is false")
    func delegateOrTarget() async throws {
        try await WidgetBench.perform { bench in
            let button = GCKUICastButton(frame: frame)
            bench.show(button)
            let plain: any TapSwitch = button
            let answers = Answers()
            button.delegate = answers
            plain.isDefault = false
            #expect(plain.isDefault)
            button.delegate = nil
            plain.isDefault = false
            #expect(!plain.isDefault)
            button.delegate = answers
            #expect(button.delegate == nil)
            button.tap()
            #expect(bench.root.presentedViewController == nil)
            plain.isDefault = true
            button.tap()
            #expect(bench.dialog != nil)
        }
    }

    @Test("DC58 The button accepts touches within 44 by 44 points")
    func reach() {
        let button = GCKUICastButton(frame: frame)
        #expect(button.point(inside: CGPoint(x: -9, y: -9), with: nil))
        #expect(button.point(inside: CGPoint(x: 33, y: 33), with: nil))
        #expect(!button.point(inside: CGPoint(x: -11, y: 12), with: nil))
    }

    @Test("UW11 DC53 The start and the end of a session are announced to screen readers, once each")
    func announcements() async throws {
        try await WidgetBench.perform { bench in
            var texts: [String] = []
            let listener = UIAccessibility.Listener { notification, argument in
                if notification == .announcement, let text = argument as? String { texts.append(text) }
            }
            bench.show(GCKUICastButton(frame: frame))
            bench.show(GCKUICastButton(frame: frame))
            bench.connect()
            bench.send(.session(.suspended), .session(.running(WidgetBench.den, applicationName: nil)))
            #expect(texts == ["Casting to Den"])
            bench.send(.session(.ended(reason: nil)))
            #expect(texts == ["Casting to Den", "Casting ended"])
            withExtendedLifetime(listener) {}
        }
    }

    @Test(
        "UW72 Buttons in two windows show the same state; the dialog opens in the tapped button's window"
    )
    func windows() async throws {
        try await WidgetBench.perform { bench in
            let (button, other) = (GCKUICastButton(frame: frame), GCKUICastButton(frame: frame))
            bench.show(button)
            let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 800, height: 600))
            let root = UIViewController()
            window.rootViewController = root
            window.isHidden = false
            defer { window.isHidden = true }
            root.view.addSubview(other)
            bench.connect()
            #expect(button.image(for: .normal) === other.image(for: .normal))
            #expect(button.accessibilityLabel == other.accessibilityLabel)
            other.tap()
            #expect(root.presentedViewController is CastDialogViewController)
            #expect(bench.root.presentedViewController == nil)
            bench.act(.dismissDialog)
            button.tap()
            #expect(bench.dialog != nil)
            #expect(root.presentedViewController == nil)
            bench.act(.dismissDialog)
        }
    }

    @Test("A released button is not retained and receives no updates")
    func lifetime() async throws {
        try await WidgetBench.perform { bench in
            weak var gone: GCKUICastButton?
            do {
                let button = GCKUICastButton(frame: frame)
                gone = button
                bench.send(.session(.starting(WidgetBench.den)))
            }
            #expect(gone == nil)
            bench.connect()
        }
    }
}

/// Gives access to a deprecated property without a warning.
@MainActor
private protocol TapSwitch: AnyObject {
    var isDefault: Bool { get set }
}

extension GCKUICastButton: TapSwitch {
    @available(*, deprecated)
    fileprivate var isDefault: Bool {
        get { triggersDefaultCastDialog }
        set { triggersDefaultCastDialog = newValue }
    }
}
