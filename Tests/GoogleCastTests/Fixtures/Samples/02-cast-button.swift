import GoogleCast

/// A list with a cast button in its navigation bar.
class ListViewController: UIViewController {
    override func viewDidLoad() {
        super.viewDidLoad()
        let button = GCKUICastButton(frame: CGRect(x: 0, y: 0, width: 32, height: 32))
        button.tintColor = UIColor.gray
        navigationItem.rightBarButtonItem = UIBarButtonItem(customView: button)
        NotificationCenter.default.addObserver(
            forName: NSNotification.Name.gckCastStateDidChange,
            object: GCKCastContext.sharedInstance(),
            queue: .main
        ) { notification in
            print("cast state:", notification.userInfo?[kGCKNotificationKeyCastState] ?? "unknown")
        }
    }

    /// Introduces the button to a user who sees it for the first time.
    func overlay(_ button: GCKUICastButton) -> Bool {
        GCKCastContext.sharedInstance().presentCastInstructionsViewControllerOnce(with: button)
    }
}
