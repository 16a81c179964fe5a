// SPDX-License-Identifier: Apache-2.0

import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// Presents and dismisses view controllers one after the other, because UIKit rejects a presentation during another
/// transition.
@MainActor
final class PresentationQueue {
    typealias Step = @MainActor (_ done: @escaping @MainActor () -> Void) -> Void

    private var steps: [Step] = []
    private var isRunning = false

    func add(_ step: @escaping Step) {
        steps.append(step)
        runNext()
    }

    private func runNext() {
        guard !isRunning, !steps.isEmpty else { return }
        isRunning = true
        let step = steps.removeFirst()
        step { [weak self] in
            guard let self else { return }
            self.isRunning = false
            self.runNext()
        }
    }
}

extension UIWindow {
    /// The view controller that can present in this window: the topmost presented one.
    var topController: UIViewController? {
        var top = rootViewController
        while let next = top?.presentedViewController, !next.isBeingDismissed { top = next }
        return top
    }
}

extension UIViewController {
    /// Whether the view controller, or one that contains it, is being dismissed or removed.
    var isLeaving: Bool { isBeingDismissed || isMovingFromParent || parent?.isLeaving == true }
}
