// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A container that shows one of several view controllers above a tab bar.
@preconcurrency
@MainActor
open class UITabBarController: UIViewController {
    public let tabBar = UITabBar(frame: .zero)
    open weak var delegate: (any UITabBarControllerDelegate)?
    private var controllers: [UIViewController] = []
    private var selected = 0
    private weak var shown: UIViewController?

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
        setUp()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
    }

    private func setUp() {
        tabBar.select = { [weak self] index in self?.choose(index) }
    }

    open override func loadView() { view = TabView(of: self) }

    open override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(tabBar)
        showSelected()
    }

    open var viewControllers: [UIViewController]? {
        get { controllers }
        set { setViewControllers(newValue, animated: false) }
    }

    open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {
        let new = viewControllers ?? []
        let removed = controllers.filter { old in !new.contains { $0 === old } }
        for controller in removed { controller.willMove(toParent: nil) }
        let added = new.filter { $0.parent !== self }
        for controller in added { addChild(controller) }
        controllers = new
        selected = min(selected, max(0, new.count - 1))
        tabBar.items = new.map { $0.tabBarItem }
        showSelected()
        for controller in removed { controller.removeFromParent() }
        for controller in added { controller.didMove(toParent: self) }
    }

    /// Updates the tab bar after a child replaced its item.
    func tabBarItemDidChange() {
        tabBar.items = controllers.map { $0.tabBarItem }
        tabBar.selectedItem = selectedViewController?.tabBarItem
    }

    open var selectedIndex: Int {
        get { selected }
        set {
            guard controllers.indices.contains(newValue) else { return }
            selected = newValue
            showSelected()
        }
    }

    open var selectedViewController: UIViewController? {
        get { controllers.indices.contains(selected) ? controllers[selected] : nil }
        set { if let index = controllers.firstIndex(where: { $0 === newValue }) { selectedIndex = index } }
    }

    /// Selects a tab on behalf of the user: asks and notifies the delegate.
    private func choose(_ index: Int) {
        guard controllers.indices.contains(index) else { return }
        let controller = controllers[index]
        guard delegate?.tabBarController(self, shouldSelect: controller) ?? true else { return }
        selectedIndex = index
        delegate?.tabBarController(self, didSelect: controller)
    }

    private func showSelected() {
        tabBar.selectedItem = selectedViewController?.tabBarItem
        guard isViewLoaded else { return }
        let (old, new) = (shown, selectedViewController)
        guard old !== new else { return }
        shown = new
        let isSeen = appearance == .appeared
        if isSeen {
            old?.beginAppearanceTransition(false, animated: false)
            new?.beginAppearanceTransition(true, animated: false)
        }
        old?.viewIfLoaded?.removeFromSuperview()
        if let newView = new?.view {
            newView.frame = view.bounds
            newView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.insertSubview(newView, at: 0)
        }
        view.setNeedsLayout()
        if isSeen {
            view.layoutIfNeeded()
            old?.endAppearanceTransition()
            new?.endAppearanceTransition()
        }
    }

    fileprivate func arrangeBar() {
        let height = tabBar.isHidden ? 0 : CGFloat(49)
        let bottom = view.safeAreaInsets.bottom
        tabBar.frame = CGRect(
            x: 0,
            y: view.bounds.height - height - bottom,
            width: view.bounds.width,
            height: height + bottom
        )
        selectedViewController?.insetsOfContainer = UIEdgeInsets(top: 0, left: 0, bottom: height, right: 0)
    }

    open override var childForStatusBarStyle: UIViewController? { selectedViewController }
    open override var childForStatusBarHidden: UIViewController? { selectedViewController }
}

/// The view of a tab bar controller. It lays out the bar.
private final class TabView: UIView {
    private weak var owner: UITabBarController?

    init(of owner: UITabBarController) {
        self.owner = owner
        super.init(frame: UIScreen.main.bounds)
        autoresizingMask = [.flexibleWidth, .flexibleHeight]
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    override func layoutSubviews() {
        super.layoutSubviews()
        owner?.arrangeBar()
    }
}

/// Methods that allow and report the selection of tabs.
///
/// Every method has a default implementation.
@preconcurrency
@MainActor
public protocol UITabBarControllerDelegate: NSObjectProtocol {
    func tabBarController(
        _ tabBarController: UITabBarController,
        shouldSelect viewController: UIViewController
    ) -> Bool
    func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController)
}

extension UITabBarControllerDelegate {
    public func tabBarController(
        _ tabBarController: UITabBarController,
        shouldSelect viewController: UIViewController
    ) -> Bool { true }
    public func tabBarController(
        _ tabBarController: UITabBarController,
        didSelect viewController: UIViewController
    ) {}
}
#endif
