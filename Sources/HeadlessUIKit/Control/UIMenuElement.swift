#if !canImport(UIKit)
public import Foundation

/// What a menu is made of.
@preconcurrency
@MainActor
open class UIMenuElement: NSObject {
    /// Whether a check mark is shown.
    public enum State: Int, Sendable {
        case off = 0
        case on = 1
        case mixed = 2
    }

    /// How an element can be used.
    public struct Attributes: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let disabled = Attributes(rawValue: 1 << 0)
        public static let destructive = Attributes(rawValue: 1 << 1)
        public static let hidden = Attributes(rawValue: 1 << 2)
        public static let keepsMenuPresented = Attributes(rawValue: 1 << 3)
    }

    open var title: String { words }
    open var subtitle: String?
    open var image: UIImage? { picture }

    var words: String
    var picture: UIImage?

    init(_ title: String, _ image: UIImage?) {
        words = title
        picture = image
        super.init()
    }
}
#endif
