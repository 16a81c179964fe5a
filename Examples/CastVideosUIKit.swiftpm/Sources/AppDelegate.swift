// SPDX-License-Identifier: Apache-2.0

import GoogleCast
import UIKit

/// Creates the Cast context at launch, and a window whose bottom shows the mini controller.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        // The Default Media Receiver, which plays any URL.
        let criteria = GCKDiscoveryCriteria(applicationID: kGCKDefaultMediaReceiverApplicationID)
        GCKCastContext.setSharedInstanceWith(GCKCastOptions(discoveryCriteria: criteria))
        GCKCastContext.sharedInstance().useDefaultExpandedMediaControls = true

        let list = UINavigationController(rootViewController: VideoListController(style: .insetGrouped))
        let container = GCKCastContext.sharedInstance().createCastContainerController(for: list)
        container.miniMediaControlsItemEnabled = true
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = container
        window?.makeKeyAndVisible()
        return true
    }
}
