import GoogleCast

/// A view controller that shows the mini controller in a view of its own.
class RootContainerViewController: UIViewController, GCKUIMiniMediaControlsViewControllerDelegate {
    var _miniMediaControlsContainerView: UIView! = UIView(frame: .zero)
    var _miniMediaControlsHeightConstraint: NSLayoutConstraint! = NSLayoutConstraint()
    private var controls: GCKUIMiniMediaControlsViewController?
    var miniMediaControlsViewEnabled = false {
        didSet { if isViewLoaded { updateHeight() } }
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        let controls = GCKCastContext.sharedInstance().createMiniMediaControlsViewController()
        controls.delegate = self
        self.controls = controls
        addChild(controls)
        controls.view.frame = _miniMediaControlsContainerView.bounds
        _miniMediaControlsContainerView.addSubview(controls.view)
        controls.didMove(toParent: self)
        updateHeight()
    }

    func uninstallViewController(_ child: UIViewController) {
        child.willMove(toParent: nil)
        child.view.removeFromSuperview()
        child.removeFromParent()
    }

    private func updateHeight() {
        if let controls = controls, miniMediaControlsViewEnabled, controls.active {
            _miniMediaControlsHeightConstraint.constant = controls.minHeight
        } else {
            _miniMediaControlsHeightConstraint.constant = 0
        }
        UIView.animate(withDuration: 0.3, animations: { self.view.layoutIfNeeded() })
    }

    func miniMediaControlsViewController(_: GCKUIMiniMediaControlsViewController, shouldAppear _: Bool) {
        updateHeight()
    }
}
