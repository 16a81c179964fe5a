#if !canImport(UIKit)
public import Foundation

/// A colour, as components between 0 and 1 of an extended sRGB space.
open class UIColor: NSObject {
    private let components: (red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat)

    /// A colour by its components; values outside 0 to 1 are kept.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        components = (red, green, blue, alpha)
        super.init()
    }

    /// Writes the components to where the pointers point; nil is passed over. Always true.
    @discardableResult
    open func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?,
        green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?,
        alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        red?.pointee = components.red
        green?.pointee = components.green
        blue?.pointee = components.blue
        alpha?.pointee = components.alpha
        return true
    }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? UIColor).map { $0.components == components } ?? false
    }

    open override var hash: Int {
        var hasher = Hasher()
        for value in [components.red, components.green, components.blue, components.alpha] { hasher.combine(value) }
        return hasher.finalize()
    }
}
#endif
