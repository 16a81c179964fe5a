// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A container that shows the last view controller of a stack below a navigation bar.
@preconcurrency
@MainActor
open class UINavigationController: UIViewController {
    public let navigationBar = UINavigationBar(frame: .zero)
    private let bottomBar = UIToolbar(frame: .zero)
    private var stack: [UIViewController] = []
    open var isNavigationBarHidden = false { didSet { viewIfLoaded?.setNeedsLayout() } }
    open var isToolbarHidden = true { didSet { viewIfLoaded?.setNeedsLayout() } }
    open var toolbar: UIToolbar! { bottomBar }
    open weak var delegate: (any UINavigationControllerDelegate)?
    private weak var shown: UIViewController?

    public init(rootViewController: UIViewController) {
        super.init(nibName: nil, bundle: nil)
        setUp()
        viewControllers = [rootViewController]
    }

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
        setUp()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
    }

    private func setUp() {
        navigationBar.goBack = { [weak self] in _ = self?.popViewController(animated: true) }
    }

    open override func loadView() {
        super.loadView()
        view = NavigationView(of: self)
    }

    open override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(navigationBar)
        view.addSubview(bottomBar)
        showTop(animated: false)
    }

    open var viewControllers: [UIViewController] {
        get { stack }
        set { setViewControllers(newValue, animated: false) }
    }
    open var topViewController: UIViewController? { stack.last }
    open var visibleViewController: UIViewController? { modalPresented ?? stack.last }

    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
        let removed = stack.filter { old in !viewControllers.contains { $0 === old } }
        for controller in removed { controller.willMove(toParent: nil) }
        for controller in viewControllers where controller.parent !== self { addChild(controller) }
        let new = viewControllers.filter { new in !stack.contains { $0 === new } }
        stack = viewControllers
        showTop(animated: animated)
        for controller in removed { controller.removeFromParent() }
        for controller in new { controller.didMove(toParent: self) }
    }

    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        guard !stack.contains(where: { $0 === viewController }) else { return }
        setViewControllers(stack + [viewController], animated: animated)
    }

    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        guard stack.count > 1, let top = stack.last else { return nil }
        setViewControllers(Array(stack.dropLast()), animated: animated)
        return top
    }

    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? {
        guard let root = stack.first, stack.count > 1 else { return nil }
        return popToViewController(root, animated: animated)
    }

    @discardableResult
    open func popToViewController(_ viewController: UIViewController, animated: Bool) -> [UIViewController]? {
        guard let index = stack.firstIndex(where: { $0 === viewController }) else { return nil }
        let removed = Array(stack.suffix(from: index + 1))
        setViewControllers(Array(stack.prefix(through: index)), animated: animated)
        return removed
    }

    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) { isNavigationBarHidden = hidden }
    open func setToolbarHidden(_ hidden: Bool, animated: Bool) { isToolbarHidden = hidden }

    /// Updates the toolbar after a child set its items.
    func toolbarItemsDidChange(of child: UIViewController) {
        if child === shown { bottomBar.items = child.toolbarItems }
    }

    private func showTop(animated: Bool) {
        guard isViewLoaded else { return }
        let (old, new) = (shown, stack.last)
        guard old !== new else { return }
        shown = new
        let isSeen = appearance == .appeared
        old?.isMovingFromParent = !stack.contains { $0 === old }
        new?.isMovingToParent = old != nil
        if let new { delegate?.navigationController(self, willShow: new, animated: animated) }
        if isSeen {
            old?.beginAppearanceTransition(false, animated: animated)
            new?.beginAppearanceTransition(true, animated: animated)
        }
        if let newView = new?.view {
            newView.frame = view.bounds
            newView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.insertSubview(newView, at: 0)
        }
        old?.viewIfLoaded?.removeFromSuperview()
        navigationBar.setItems(stack.map(\.navigationItem), animated: animated)
        bottomBar.items = new?.toolbarItems
        view.setNeedsLayout()
        if isSeen {
            view.layoutIfNeeded()
            old?.endAppearanceTransition()
            new?.endAppearanceTransition()
        }
        old?.isMovingFromParent = false
        new?.isMovingToParent = false
        if let new { delegate?.navigationController(self, didShow: new, animated: animated) }
    }

    fileprivate func arrangeBars() {
        let safe = view.safeAreaInsets
        let (bar, tools) = (isNavigationBarHidden ? 0 : CGFloat(44), isToolbarHidden ? 0 : CGFloat(44))
        navigationBar.isHidden = isNavigationBarHidden
        bottomBar.isHidden = isToolbarHidden
        if bottomBar.items == nil, let items = stack.last?.toolbarItems { bottomBar.items = items }
        navigationBar.frame = CGRect(x: 0, y: 0, width: view.bounds.width, height: safe.top + bar)
        bottomBar.frame = CGRect(
            x: 0,
            y: view.bounds.height - safe.bottom - tools,
            width: view.bounds.width,
            height: tools + safe.bottom
        )
        stack.last?.insetsOfContainer = UIEdgeInsets(top: bar, left: 0, bottom: tools, right: 0)
    }

    open override var childForStatusBarStyle: UIViewController? { stack.last }
    open override var childForStatusBarHidden: UIViewController? { stack.last }
}

/// The view of a navigation controller. It lays out the bars.
private final class NavigationView: UIView {
    private weak var owner: UINavigationController?

    init(of owner: UINavigationController) {
        self.owner = owner
        super.init(frame: UIScreen.main.bounds)
        autoresizingMask = [.flexibleWidth, .flexibleHeight]
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    override func layoutSubviews() {
        super.layoutSubviews()
        owner?.arrangeBars()
    }
}

/// Methods that report which view controller a navigation controller shows.
///
/// Every method has a default implementation.
@preconcurrency
@MainActor
public protocol UINavigationControllerDelegate: NSObjectProtocol {
    func navigationController(
        _ navigationController: UINavigationController,
        willShow viewController: UIViewController,
        animated: Bool
    )
    func navigationController(
        _ navigationController: UINavigationController,
        didShow viewController: UIViewController,
        animated: Bool
    )
}

extension UINavigationControllerDelegate {
    public func navigationController(
        _ navigationController: UINavigationController,
        willShow viewController: UIViewController,
        animated: Bool
    ) {}
    public func navigationController(
        _ navigationController: UINavigationController,
        didShow viewController: UIViewController,
        animated: Bool
    ) {}
}
#endif
