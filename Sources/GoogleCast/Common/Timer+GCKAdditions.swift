// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

#if canImport(ObjectiveC)
public import ObjectiveC

extension Timer {
    /// Schedules a timer on the current run loop that calls a method of a weakly held target. The timer ends when the
    /// target is deallocated.
    @objc public class func gck_scheduledTimer(
        withTimeInterval interval: TimeInterval,
        weakTarget target: Any,
        selector: Selector,
        userInfo: Any?,
        repeats: Bool
    ) -> Timer {
        scheduledTimer(
            timeInterval: interval,
            target: SelectorTarget(target as AnyObject, selector),
            selector: #selector(SelectorTarget.fire(_:)),
            userInfo: userInfo,
            repeats: repeats
        )
    }
}

private final class SelectorTarget: NSObject {
    private weak var target: AnyObject?
    private let selector: Selector

    init(_ target: AnyObject, _ selector: Selector) {
        self.target = target
        self.selector = selector
    }

    @objc func fire(_ timer: Timer) {
        guard let target else {
            timer.invalidate()
            return
        }
        _ = target.perform(selector, with: timer)
    }
}
#endif

extension Timer {
    /// Schedules a timer on the current run loop that passes a weakly held target to a block. The timer ends when the
    /// target is deallocated. An addition for platforms without selectors: the original framework has only the variant
    /// with a selector.
    @discardableResult
    public class func gck_scheduledTimer<Target: AnyObject>(
        withTimeInterval interval: TimeInterval,
        weakTarget target: Target,
        repeats: Bool,
        block: @escaping (Target) -> Void
    ) -> Timer {
        let action = WeakAction(target, block)
        return scheduledTimer(withTimeInterval: interval, repeats: repeats) { timer in action.fire(timer) }
    }
}

/// A block and its weakly held argument.
private final class WeakAction<Target: AnyObject>: @unchecked Sendable {
    // Unchecked: the timer fires on the thread of the run loop that it was scheduled on, and nothing else references
    // this object.
    private weak var target: Target?
    private let block: (Target) -> Void

    init(_ target: Target, _ block: @escaping (Target) -> Void) {
        self.target = target
        self.block = block
    }

    func fire(_ timer: Timer) {
        guard let target else {
            timer.invalidate()
            return
        }
        block(target)
    }
}
