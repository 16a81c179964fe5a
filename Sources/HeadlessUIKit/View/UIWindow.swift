#if !canImport(UIKit)
public import Foundation

/// The outermost view, on a screen that is not there.
@preconcurrency
@MainActor
open class UIWindow: UIView {
    /// What is above what.
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

    /// The controller whose view fills the window.
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
        begin()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        begin()
    }

    public init(windowScene: UIWindowScene) {
        super.init(frame: UIScreen.main.bounds)
        begin()
        self.windowScene = windowScene
    }

    private func begin() {
        isHidden = true
        presentWindow = self
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

    /// Shows the window and makes it that which gets keys.
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

    /// Hands touches to the view under them, and keys to the first responder.
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
        var place = touched
        while let view = place {
            found += (view.gestureRecognizers ?? []).filter(\.isEnabled)
            place = view.superview
        }
        return found
    }

    private var topController: UIViewController? {
        var top = rootViewController
        while let above = top?.modalPresented { top = above }
        // What is seen of a container answers before the container does.
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

    /// What a finger does: comes down at one place, goes over others, and leaves at the last.
    package func touch(_ places: [CGPoint]) {
        guard let first = places.first, let last = places.last else { return }
        let event = UIEvent()
        let touch = UITouch(at: first, in: self, view: hitTest(first, with: event))
        event.touches = [touch]
        sendEvent(event)
        for place in places.dropFirst() {
            touch.move(to: place, phase: .moved)
            sendEvent(event)
        }
        touch.move(to: last, phase: .ended)
        sendEvent(event)
    }

    /// What a finger does on the middle of a view.
    package func tap(_ view: UIView) {
        touch([view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: self)])
    }

    /// What a key does that is pressed and let go.
    package func press(_ key: UIKey) {
        let event = UIPressesEvent()
        event.presses = [UIPress(key: key)]
        sendEvent(event)
    }
}
#endif
