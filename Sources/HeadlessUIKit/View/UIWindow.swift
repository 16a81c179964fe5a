// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// The root of a view tree, without a screen.
@preconcurrency
@MainActor
open class UIWindow: UIView {
    /// The position of a window in the stacking order.
    public struct Level: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat

        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }

        public static let normal = Level(0)
        public static let statusBar = Level(1000)
        public static let alert = Level(2000)
    }

    open weak var windowScene: UIWindowScene? {
        didSet {
            oldValue?.remove(self)
            if !isHidden { windowScene?.add(self) }
        }
    }
    open var windowLevel = Level.normal
    open private(set) var isKeyWindow = false
    private static weak var key: UIWindow?
    private var isLayoutScheduled = false

    /// The view controller whose view fills the window.
    open var rootViewController: UIViewController? {
        didSet {
            guard rootViewController !== oldValue else { return }
            if let old = oldValue {
                if old.modalPresented != nil { Modal.end(presentedBy: old, animated: false, completion: nil) }
                old.viewIfLoaded?.removeFromSuperview()
            }
            if !isHidden { installRoot() }
        }
    }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
    }

    public init(windowScene: UIWindowScene) {
        super.init(frame: UIScreen.main.bounds)
        setUp()
        self.windowScene = windowScene
    }

    private func setUp() {
        isHidden = true
        currentWindow = self
    }

    open override var isHidden: Bool {
        didSet {
            guard isHidden != oldValue else { return }
            if isHidden {
                windowScene?.remove(self)
                rootViewController?.viewIfLoaded?.removeFromSuperview()
            } else {
                if windowScene == nil { windowScene = UIApplication.shared.defaultScene }
                windowScene?.add(self)
                installRoot()
            }
        }
    }

    private func installRoot() {
        guard let rootViewController, let view = rootViewController.view else { return }
        view.frame = bounds
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        rootViewController.beginAppearanceTransition(true, animated: false)
        insertSubview(view, at: 0)
        layoutIfNeeded()
        rootViewController.endAppearanceTransition()
    }

    /// Shows the window and makes it the key window.
    open func makeKeyAndVisible() {
        isHidden = false
        makeKey()
    }

    open func makeKey() {
        guard Self.key !== self else { return }
        Self.key?.isKeyWindow = false
        Self.key?.resignKey()
        Self.key = self
        isKeyWindow = true
        becomeKey()
    }

    open func becomeKey() {
        NotificationCenter.default.post(name: Self.didBecomeKeyNotification, object: self)
    }
    open func resignKey() {
        NotificationCenter.default.post(name: Self.didResignKeyNotification, object: self)
    }
    open var canBecomeKey: Bool { true }
    open var screen: UIScreen { .main }

    public nonisolated static let didBecomeKeyNotification = NSNotification.Name("UIWindowDidBecomeKeyNotification")
    public nonisolated static let didResignKeyNotification = NSNotification.Name("UIWindowDidResignKeyNotification")

    open override var next: UIResponder? { windowScene ?? UIApplication.shared }

    func scheduleLayout() {
        guard !isLayoutScheduled, !isHidden, LayoutPass.root !== self else { return }
        isLayoutScheduled = true
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated {
                self?.isLayoutScheduled = false
                self?.layoutIfNeeded()
            }
        }
    }

    // MARK: Touches and keys

    private var touched: UIView?

    /// Delivers touches to the view at their location, and presses to the first responder.
    open func sendEvent(_ event: UIEvent) {
        if let presses = event as? UIPressesEvent {
            let target = UIResponder.firstResponder ?? topController ?? self
            if presses.allPresses.contains(where: { $0.phase == .began }) {
                target.pressesBegan(presses.allPresses, with: presses)
            }
            return
        }
        guard let touch = event.allTouches?.first, let touches = event.allTouches else { return }
        switch touch.phase {
        case .began:
            touched = touch.view
            for recognizer in recognizers { recognizer.touchesBegan(touches, with: event) }
            touched?.touchesBegan(touches, with: event)
        case .moved, .stationary:
            for recognizer in recognizers { recognizer.touchesMoved(touches, with: event) }
            touched?.touchesMoved(touches, with: event)
        case .ended:
            for recognizer in recognizers { recognizer.touchesEnded(touches, with: event) }
            touched?.touchesEnded(touches, with: event)
            touched = nil
        case .cancelled:
            for recognizer in recognizers { recognizer.touchesCancelled(touches, with: event) }
            touched?.touchesCancelled(touches, with: event)
            touched = nil
        }
    }

    private var recognizers: [UIGestureRecognizer] {
        var found: [UIGestureRecognizer] = []
        var current = touched
        while let view = current {
            found += (view.gestureRecognizers ?? []).filter(\.isEnabled)
            current = view.superview
        }
        return found
    }

    private var topController: UIViewController? {
        var top = rootViewController
        while let above = top?.modalPresented { top = above }
        // The visible child of a container handles events before the container does.
        while true {
            switch top {
            case let navigation as UINavigationController where navigation.topViewController != nil:
                top = navigation.topViewController
            case let tabs as UITabBarController where tabs.selectedViewController != nil:
                top = tabs.selectedViewController
            default: return top
            }
        }
    }

    /// Simulates a touch that begins at the first location, moves over the others and ends at the last.
    package func touch(_ locations: [CGPoint]) {
        guard let first = locations.first, let last = locations.last else { return }
        let event = UIEvent()
        let touch = UITouch(at: first, in: self, view: hitTest(first, with: event))
        event.touches = [touch]
        sendEvent(event)
        for location in locations.dropFirst() {
            touch.move(to: location, phase: .moved)
            sendEvent(event)
        }
        touch.move(to: last, phase: .ended)
        sendEvent(event)
    }

    /// Simulates a tap on the center of a view.
    package func tap(_ view: UIView) {
        touch([view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: self)])
    }

    /// Simulates a press of a key.
    package func press(_ key: UIKey) {
        let event = UIPressesEvent()
        event.presses = [UIPress(key: key)]
        sendEvent(event)
    }
}
#endif
