// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// An object that manages a view and its lifecycle.
@preconcurrency
@MainActor
open class UIViewController: UIResponder, @preconcurrency NSCoding, UITraitEnvironment {
    // MARK: View

    private var loadedView: UIView?

    /// The view, loaded on first access.
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loadedView
        }
        set {
            loadedView?.controller = nil
            loadedView = newValue
            newValue?.controller = self
        }
    }

    open var viewIfLoaded: UIView? { loadedView }
    open var isViewLoaded: Bool { loadedView != nil }

    /// Creates the view. Subclasses override it; apps do not call it.
    open func loadView() {
        let view = UIView(frame: UIScreen.main.bounds)
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        self.view = view
    }

    open func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        guard loadedView != nil else { return }
        viewDidLoad()
    }

    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
    open func viewIsAppearing(_ animated: Bool) {}
    open func viewDidAppear(_ animated: Bool) {}
    open func viewWillDisappear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}
    open func viewWillLayoutSubviews() {}
    open func viewDidLayoutSubviews() {}
    open func viewSafeAreaInsetsDidChange() {}
    open func updateViewConstraints() {}
    open func didReceiveMemoryWarning() {}
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    // MARK: Description

    open var title: String? {
        didSet {
            if let item = ownNavigationItem, item.title == nil || item.title == oldValue { item.title = title }
            if let item = ownTabBarItem, item.title == nil || item.title == oldValue { item.title = title }
        }
    }
    public let nibName: String?
    public let nibBundle: Bundle?
    private var ownNavigationItem: UINavigationItem?
    private var ownTabBarItem: UITabBarItem?

    /// The item that represents the view controller in a navigation bar.
    open var navigationItem: UINavigationItem {
        if let ownNavigationItem { return ownNavigationItem }
        let item = UINavigationItem(title: title ?? "")
        if title == nil { item.title = nil }
        ownNavigationItem = item
        return item
    }

    /// The item that represents the view controller in a tab bar.
    open var tabBarItem: UITabBarItem! {
        get {
            if let ownTabBarItem { return ownTabBarItem }
            let item = UITabBarItem(title: title, image: nil, tag: 0)
            ownTabBarItem = item
            return item
        }
        set {
            ownTabBarItem = newValue
            (parent as? UITabBarController)?.tabBarItemDidChange()
        }
    }
    open var toolbarItems: [UIBarButtonItem]? {
        didSet { (parent as? UINavigationController)?.toolbarItemsDidChange(of: self) }
    }
    open var hidesBottomBarWhenPushed = false
    open var edgesForExtendedLayout = UIRectEdge.all
    open var extendedLayoutIncludesOpaqueBars = false
    open var preferredContentSize = CGSize.zero
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
    open var additionalSafeAreaInsets = UIEdgeInsets.zero {
        didSet { if additionalSafeAreaInsets != oldValue { loadedView?.safeAreaDidChange() } }
    }
    /// The part of the view that a container's bars cover.
    var insetsOfContainer = UIEdgeInsets.zero {
        didSet { if insetsOfContainer != oldValue { loadedView?.safeAreaDidChange() } }
    }

    // MARK: Containment

    open internal(set) var children: [UIViewController] = []
    open internal(set) weak var parent: UIViewController?

    open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

    open func willMove(toParent parent: UIViewController?) {}
    open func didMove(toParent parent: UIViewController?) {}

    /// Adds a child view controller and calls its `willMove(toParent:)`.
    ///
    /// The caller calls `didMove(toParent:)`.
    open func addChild(_ childController: UIViewController) {
        guard childController.parent !== self else { return }
        childController.willMove(toParent: self)
        childController.parent?.children.removeAll { $0 === childController }
        childController.parent = self
        children.append(childController)
    }

    /// Removes the view controller from its parent and calls its `didMove(toParent:)`.
    ///
    /// The caller calls `willMove(toParent:)` before.
    open func removeFromParent() {
        guard let parent else { return }
        parent.children.removeAll { $0 === self }
        self.parent = nil
        insetsOfContainer = .zero
        didMove(toParent: nil)
    }

    // MARK: Appearance

    enum Appearance {
        case disappeared
        case appearing
        case appeared
        case disappearing
    }

    var appearance = Appearance.disappeared
    private(set) var isAnimatingAppearance = false

    /// Starts a transition. Called by containers that forward appearance themselves, before they show or hide a child.
    open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
        isAnimatingAppearance = animated
        if isAppearing {
            guard appearance == .disappeared || appearance == .disappearing else { return }
            appearance = .appearing
            loadViewIfNeeded()
            viewWillAppear(animated)
        } else {
            guard appearance == .appeared || appearance == .appearing else { return }
            appearance = .disappearing
            viewWillDisappear(animated)
        }
        for child in forwarded { child.beginAppearanceTransition(isAppearing, animated: animated) }
    }

    /// Ends a transition. Called by containers that forward appearance themselves, after they showed or hid a child.
    open func endAppearanceTransition() {
        let children = forwarded
        switch appearance {
        case .appearing:
            appearance = .appeared
            viewIsAppearing(isAnimatingAppearance)
            for child in children { child.endAppearanceTransition() }
            viewDidAppear(isAnimatingAppearance)
        case .disappearing:
            appearance = .disappeared
            for child in children { child.endAppearanceTransition() }
            viewDidDisappear(isAnimatingAppearance)
        case .appeared, .disappeared:
            break
        }
    }

    /// The children that appear and disappear together with this view controller.
    private var forwarded: [UIViewController] {
        guard shouldAutomaticallyForwardAppearanceMethods, let view = loadedView else { return [] }
        return children.filter { $0.loadedView?.isDescendant(of: view) ?? false }
    }

    // MARK: Presentation

    var modalPresented: UIViewController?
    weak var modalPresenter: UIViewController?
    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
    open var modalPresentationCapturesStatusBarAppearance = false
    open var isModalInPresentation = false
    open var definesPresentationContext = false
    open var providesPresentationContextTransitionStyle = false
    open internal(set) var isBeingPresented = false
    open internal(set) var isBeingDismissed = false
    open internal(set) var isMovingToParent = false
    open internal(set) var isMovingFromParent = false
    var presentation: UIPresentationController?

    /// Presents a view controller modally. The completion handler is called before this method returns.
    open func present(
        _ viewControllerToPresent: UIViewController,
        animated flag: Bool,
        completion: (() -> Void)? = nil
    ) {
        Modal.present(viewControllerToPresent, from: self, animated: flag, completion: completion)
    }

    /// Dismisses the view controller that this one presents or, if it presents none, this view controller.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        Modal.dismiss(self, animated: flag, completion: completion)
    }

    open func show(_ vc: UIViewController, sender: Any?) {
        if let navigationController {
            navigationController.pushViewController(vc, animated: true)
        } else {
            present(vc, animated: true)
        }
    }

    // MARK: System preferences

    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    open var prefersStatusBarHidden: Bool { false }
    open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
    open var childForStatusBarStyle: UIViewController? { nil }
    open var childForStatusBarHidden: UIViewController? { nil }
    open func setNeedsStatusBarAppearanceUpdate() {}
    open var prefersHomeIndicatorAutoHidden: Bool { false }
    open var childForHomeIndicatorAutoHidden: UIViewController? { nil }
    open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}
    open var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { [] }
    open var childForScreenEdgesDeferringSystemGestures: UIViewController? { nil }
    open func setNeedsUpdateOfScreenEdgesDeferringSystemGestures() {}
    open var shouldAutorotate: Bool { true }
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
    open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .portrait }
    open func setNeedsUpdateOfSupportedInterfaceOrientations() {}
    open var disablesAutomaticKeyboardDismissal: Bool { false }

    open override var next: UIResponder? {
        loadedView?.superview ?? modalPresenter ?? parent
    }

    // MARK: Creating

    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        nibName = nibNameOrNil
        nibBundle = nibBundleOrNil
        super.init()
    }

    public required init?(coder: NSCoder) {
        nibName = nil
        nibBundle = nil
        super.init()
    }

    /// Creates a view controller without an interface file. Makes `UIViewController()` compile as on iOS.
    public convenience init(_: Void = ()) { self.init(nibName: nil, bundle: nil) }

    /// Does nothing, because interface files are not supported.
    open func encode(with coder: NSCoder) {}
}
#endif
