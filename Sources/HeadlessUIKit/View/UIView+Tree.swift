#if !canImport(UIKit)
extension UIView {
    public func addSubview(_ view: UIView) { place(view, at: nil) }

    public func insertSubview(_ view: UIView, at index: Int) { place(view, at: index) }

    public func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
        place(view, at: subviews.filter { $0 !== view }.firstIndex { $0 === siblingSubview })
    }

    public func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
        place(view, at: subviews.filter { $0 !== view }.firstIndex { $0 === siblingSubview }.map { $0 + 1 })
    }

    public func exchangeSubview(at index1: Int, withSubviewAt index2: Int) {
        guard subviews.indices.contains(index1), subviews.indices.contains(index2) else { return }
        subviews.swapAt(index1, index2)
    }

    public func bringSubviewToFront(_ view: UIView) {
        guard let index = subviews.firstIndex(where: { $0 === view }) else { return }
        subviews.append(subviews.remove(at: index))
    }

    public func sendSubviewToBack(_ view: UIView) {
        guard let index = subviews.firstIndex(where: { $0 === view }) else { return }
        subviews.insert(subviews.remove(at: index), at: 0)
    }

    public func isDescendant(of view: UIView) -> Bool {
        var place: UIView? = self
        while let present = place {
            if present === view { return true }
            place = present.superview
        }
        return false
    }

    public func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for subview in subviews {
            if let found = subview.viewWithTag(tag) { return found }
        }
        return nil
    }

    public func removeFromSuperview() {
        guard let superview else { return }
        (superview as? UIStackView)?.removeArrangedSubview(self)
        leaveConstraints()
        let leaving = UIViewController.beginMoving(self, to: nil)
        willMove(toSuperview: nil)
        announce(window: nil)
        superview.willRemoveSubview(self)
        superview.subviews.removeAll { $0 === self }
        superview.setNeedsLayout()
        self.superview = nil
        move(to: nil)
        didMoveToSuperview()
        UIViewController.endMoving(leaving)
    }

    private func place(_ view: UIView, at index: Int?) {
        precondition(!isDescendant(of: view), "a view cannot be put into itself")
        if view.superview === self {
            subviews.removeAll { $0 === view }
            subviews.insert(view, at: min(index ?? subviews.count, subviews.count))
            return
        }
        let window = (self as? UIWindow) ?? presentWindow
        let tint = view.tintColor
        let moving = UIViewController.beginMoving(view, to: window)
        view.willMove(toSuperview: self)
        if view.presentWindow !== window { view.announce(window: window) }
        if let former = view.superview {
            (former as? UIStackView)?.removeArrangedSubview(view)
            view.leaveConstraints()
            former.willRemoveSubview(view)
            former.subviews.removeAll { $0 === view }
            former.setNeedsLayout()
        }
        subviews.insert(view, at: min(index ?? subviews.count, subviews.count))
        view.superview = self
        if view.presentWindow !== window { view.move(to: window) }
        didAddSubview(view)
        view.didMoveToSuperview()
        if view.ownTint == nil, view.tintColor != tint { view.spreadTint() }
        setNeedsLayout()
        view.setNeedsLayout()
        UIViewController.endMoving(moving)
    }

    private func announce(window: UIWindow?) {
        willMove(toWindow: window)
        for subview in subviews { subview.announce(window: window) }
    }

    func move(to window: UIWindow?) {
        presentWindow = window
        if window != nil { takeAppearance() }
        for subview in subviews where subview.presentWindow !== window { subview.move(to: window) }
        didMoveToWindow()
    }

    func spreadTint() {
        tintColorDidChange()
        for subview in subviews where subview.ownTint == nil { subview.spreadTint() }
    }
}
#endif
