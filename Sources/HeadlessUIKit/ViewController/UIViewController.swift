#if !canImport(UIKit)
public import Foundation

/// Owns a view and is told of its life.
@preconcurrency
@MainActor
open class UIViewController: UIResponder, @preconcurrency NSCoding, UITraitEnvironment {
    // MARK: View

    private var loadedView: UIView?

    /// The view, which is loaded when it is first asked for.
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

    /// Makes the view; never to be called by an app.
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

    /// How this controller is shown in a navigation bar.
    open var navigationItem: UINavigationItem {
        if let ownNavigationItem { return ownNavigationItem }
        let item = UINavigationItem(title: title ?? "")
        if title == nil { item.title = nil }
        ownNavigationItem = item
        return item
    }

    /// How this controller is shown in a tab bar.
    open var tabBarItem: UITabBarItem! {
        get {
            if let ownTabBarItem { return ownTabBarItem }
            let item = UITabBarItem(title: title, image: nil, tag: 0)
            ownTabBarItem = item
            return item
        }
        set { ownTabBarItem = newValue }
    }
    open var toolbarItems: [UIBarButtonItem]?
    open var hidesBottomBarWhenPushed = false
    open var edgesForExtendedLayout = UIRectEdge.all
    open var extendedLayoutIncludesOpaqueBars = false
    open var preferredContentSize = CGSize.zero
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
    open var additionalSafeAreaInsets = UIEdgeInsets.zero {
        didSet { if additionalSafeAreaInsets != oldValue { loadedView?.safeAreaDidChange() } }
    }
    /// What the bars of a container cover of this controller's view.
    var insetsOfContainer = UIEdgeInsets.zero {
        didSet { if insetsOfContainer != oldValue { loadedView?.safeAreaDidChange() } }
    }

    // MARK: Containment

    open internal(set) var children: [UIViewController] = []
    open internal(set) weak var parent: UIViewController?

    open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

    open func willMove(toParent parent: UIViewController?) {}
    open func didMove(toParent parent: UIViewController?) {}

    /// Takes a controller as a child. The child is told that it will move; that it did is for the caller to say.
    open func addChild(_ childController: UIViewController) {
        guard childController.parent !== self else { return }
        childController.willMove(toParent: self)
        childController.parent?.children.removeAll { $0 === childController }
        childController.parent = self
        children.append(childController)
    }

    /// Leaves the parent. The child is told that it did; that it will is for the caller to say.
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

    /// To be called by a container that tells its children itself, before it shows or hides one.
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

    /// To be called by a container that tells its children itself, after it has shown or hidden one.
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

    /// Children who appear and disappear with this one.
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

    /// Shows a controller above this one.
    open func present(
        _ viewControllerToPresent: UIViewController,
        animated flag: Bool,
        completion: (() -> Void)? = nil
    ) {
        Modal.present(viewControllerToPresent, from: self, animated: flag, completion: completion)
    }

    /// Ends what this controller presents, or else has the one who presents it end it.
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

    // MARK: What the system asks

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

    /// A controller without an interface file, as `UIViewController()`.
    public convenience init(_: Void = ()) { self.init(nibName: nil, bundle: nil) }

    /// Nothing: interface files are made by tools that are not here.
    open func encode(with coder: NSCoder) {}
}
#endif
