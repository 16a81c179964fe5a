// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

#if canImport(ObjectiveC)
public import ObjectiveC

extension Timer {
    /// A timer on this run loop that calls a method of an object which it does not keep alive, and ends when that is gone.
    public class func gck_scheduledTimer(
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
    /// A timer on this run loop that tells a block about an object which it does not keep alive, and ends when that is
    /// gone. For platforms without selectors; the original has only the form with one.
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

/// What a timer does with an object while that is there.
private final class WeakAction<Target: AnyObject>: @unchecked Sendable {
    // Unchecked: a timer fires on the thread of the run loop on which it was made, and nobody else has this.
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
