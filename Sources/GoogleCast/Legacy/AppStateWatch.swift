import CastSender
import Foundation

/// Tells a link when the app goes to the background and comes back.
final class AppStateWatch {
    private let observers: [any NSObjectProtocol]

    init(_ link: DeviceLink) {
        let center = NotificationCenter.default
        observers = [
            center.addObserver(forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil) { _ in
                link.order { $0.applicationDidEnterBackground() }
            },
            center.addObserver(forName: UIApplication.willEnterForegroundNotification, object: nil, queue: nil) { _ in
                link.order { $0.applicationWillEnterForeground() }
            },
        ]
    }

    deinit {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }
}
