#if !canImport(UIKit)
extension UIView {
    public var traitCollection: UITraitCollection {
        let inherited = controller?.traitsFromParent ?? superview?.traitCollection ?? .current
        var more: [UITraitCollection] = []
        if let style = controller?.overrideUserInterfaceStyle, style != .unspecified {
            more.append(UITraitCollection(userInterfaceStyle: style))
        }
        if overrideUserInterfaceStyle != .unspecified {
            more.append(UITraitCollection(userInterfaceStyle: overrideUserInterfaceStyle))
        }
        return more.isEmpty ? inherited : UITraitCollection(traitsFrom: [inherited] + more)
    }
}
#endif
