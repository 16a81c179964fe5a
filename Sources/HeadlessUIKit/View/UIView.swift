#if !canImport(UIKit)
public import Foundation

/// A rectangle of a screen that is not there.
@MainActor
open class UIView: UIResponder {
    open var frame: CGRect

    public nonisolated init(frame: CGRect) {
        self.frame = frame
        super.init()
    }

    public nonisolated override convenience init() {
        self.init(frame: .zero)
    }
}
#endif
