// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
import Foundation
import HeadlessUIKit
import Testing

@MainActor
@Suite("Views", .serialized)
struct ViewTests {
    final class TintedView: UIView {
        var changes = 0
        override func tintColorDidChange() {
            super.tintColorDidChange()
            changes += 1
        }
    }

    @Test("Subviews keep the order in which they were added until they are moved")
    func order() {
        let (parent, a, b, c) = (UIView(), UIView(), UIView(), UIView())
        parent.addSubview(a)
        parent.addSubview(c)
        parent.insertSubview(b, aboveSubview: a)
        #expect(parent.subviews == [a, b, c])
        parent.bringSubviewToFront(a)
        parent.sendSubviewToBack(c)
        #expect(parent.subviews == [c, b, a])
        b.removeFromSuperview()
        #expect(parent.subviews == [c, a])
        #expect(b.superview == nil)
        UIView().addSubview(a)
        #expect(parent.subviews == [c])
    }

    @Test("The tint color is inherited from the nearest ancestor, and views are notified of changes")
    func tint() {
        let (parent, child) = (UIView(), TintedView())
        parent.addSubview(child)
        #expect(child.tintColor == .systemBlue)
        #expect(child.changes == 0)
        parent.tintColor = .red
        #expect(child.tintColor == .red)
        #expect(child.changes == 1)
        child.tintColor = .green
        #expect(child.changes == 2)
        parent.tintColor = .blue
        #expect(child.tintColor == .green)
        #expect(child.changes == 2)
        child.tintColor = nil
        #expect(child.tintColor == .blue)
        #expect(child.changes == 3)
    }

    @Test("UW3 Appearance settings apply to views that are added to a window later, unless they have their own values")
    func appearance() {
        final class Special: UIButton {}
        defer { UIView.resetAppearances() }
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let before = Special(frame: .zero)
        window.addSubview(before)
        Special.appearance().tintColor = .red
        UISlider.appearance().minimumTrackTintColor = .green
        let (plain, own, other) = (Special(frame: .zero), Special(frame: .zero), UIButton(frame: .zero))
        own.tintColor = .yellow
        let slider = UISlider(frame: .zero)
        for view in [plain, own, other, slider] { window.addSubview(view) }
        #expect(plain.tintColor == .red)
        #expect(own.tintColor == .yellow)
        #expect(other.tintColor != .red)
        #expect(before.tintColor != .red)
        #expect(slider.minimumTrackTintColor == .green)
        plain.tintColor = .blue
        #expect(plain.tintColor == .blue)
    }

    @Test("Points and rectangles are converted between coordinate systems")
    func conversion() {
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
        let outer = UIView(frame: CGRect(x: 10, y: 20, width: 100, height: 100))
        let inner = UIView(frame: CGRect(x: 5, y: 6, width: 20, height: 20))
        root.addSubview(outer)
        outer.addSubview(inner)
        #expect(inner.convert(CGPoint(x: 1, y: 1), to: root) == CGPoint(x: 16, y: 27))
        #expect(root.convert(CGPoint(x: 16, y: 27), to: inner) == CGPoint(x: 1, y: 1))
        #expect(inner.convert(inner.bounds, to: root) == CGRect(x: 15, y: 26, width: 20, height: 20))
        outer.bounds.origin = CGPoint(x: 0, y: 50)
        #expect(inner.convert(CGPoint.zero, to: root) == CGPoint(x: 15, y: -24))
    }

    @Test("The frame is the bounding box of the transformed view")
    func transform() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 10))
        view.transform = CGAffineTransform(rotationAngle: .pi / 2)
        #expect(abs(view.frame.width - 10) < 0.001)
        #expect(abs(view.frame.height - 20) < 0.001)
        #expect(view.center == CGPoint(x: 10, y: 5))
        #expect(view.bounds.size == CGSize(width: 20, height: 10))
    }

    @Test("Hit testing returns the frontmost view that accepts touches")
    func hitTest() {
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let (below, above) = (UIView(frame: root.bounds), UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50)))
        root.addSubview(below)
        root.addSubview(above)
        #expect(root.hitTest(CGPoint(x: 10, y: 10), with: nil) === above)
        above.isHidden = true
        #expect(root.hitTest(CGPoint(x: 10, y: 10), with: nil) === below)
        below.isUserInteractionEnabled = false
        #expect(root.hitTest(CGPoint(x: 10, y: 10), with: nil) === root)
        #expect(root.hitTest(CGPoint(x: 110, y: 10), with: nil) == nil)
    }

    @Test("Flexible parts share a change of the superview's size")
    func autoresizing() {
        let parent = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let child = UIView(frame: CGRect(x: 10, y: 10, width: 80, height: 20))
        child.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
        parent.addSubview(child)
        parent.frame.size = CGSize(width: 200, height: 150)
        #expect(child.frame == CGRect(x: 10, y: 60, width: 180, height: 20))
    }

    @Test("A view has the safe area insets that overlap it, and a view controller adds to those of its view")
    func safeArea() {
        final class Notched: UIWindow {
            override var safeAreaInsets: UIEdgeInsets { UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0) }
        }
        let window = Notched(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
        let controller = UIViewController()
        window.rootViewController = controller
        window.makeKeyAndVisible()
        #expect(controller.view.safeAreaInsets == UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0))
        let bar = UIView(frame: CGRect(x: 0, y: 780, width: 390, height: 64))
        controller.view.addSubview(bar)
        #expect(bar.safeAreaInsets == UIEdgeInsets(top: 0, left: 0, bottom: 34, right: 0))
        controller.additionalSafeAreaInsets.bottom = 10
        #expect(bar.safeAreaInsets.bottom == 44)
        bar.frame.origin.y = 700
        #expect(bar.safeAreaInsets.bottom == 0)
    }

    @Test("The responder chain leads from a view to its view controller, window, application and delegate")
    func responderChain() {
        final class Delegate: UIResponder, UIApplicationDelegate {}
        let controller = UIViewController()
        let label = UILabel()
        controller.view.addSubview(label)
        let window = show(controller)
        let delegate = Delegate()
        UIApplication.shared.delegate = delegate
        defer { UIApplication.shared.delegate = nil }
        var chain: [UIResponder] = []
        var next = label.next
        while let responder = next {
            chain.append(responder)
            next = responder.next
        }
        #expect(chain.first === controller.view)
        #expect(chain.dropFirst().prefix(2) == [controller, window])
        #expect(chain.contains(UIApplication.shared))
        #expect(chain.last === delegate)
    }

    @Test("The interface style is inherited, and colors follow it")
    func traits() {
        let (parent, child) = (UIView(), UIView())
        parent.addSubview(child)
        #expect(child.traitCollection.userInterfaceStyle == .light)
        parent.overrideUserInterfaceStyle = .dark
        #expect(child.traitCollection.userInterfaceStyle == .dark)
        let label = UIColor.label
        #expect(label.resolvedColor(with: child.traitCollection) == .white)
        #expect(label.resolvedColor(with: UITraitCollection(userInterfaceStyle: .light)) == .black)
    }

    @Test("An animation is applied immediately and calls its completion handler")
    func animation() {
        let view = UIView()
        var finished: Bool?
        UIView.animate(withDuration: 0.2, animations: { view.alpha = 0 }, completion: { finished = $0 })
        #expect(view.alpha == 0)
        #expect(finished == true)
    }
}
#endif
