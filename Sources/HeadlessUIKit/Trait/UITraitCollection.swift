#if !canImport(UIKit)
public import Foundation

/// The environment for which something is drawn.
open class UITraitCollection: NSObject, @unchecked Sendable {
    // Unchecked, since only a final class can be checked: all it holds is one constant, and that type is checked.

    private struct Traits: Hashable, Sendable {
        var style = UIUserInterfaceStyle.unspecified
        var idiom = UIUserInterfaceIdiom.unspecified
        var horizontal = UIUserInterfaceSizeClass.unspecified
        var vertical = UIUserInterfaceSizeClass.unspecified
        var direction = UITraitEnvironmentLayoutDirection.unspecified
        var category = UIContentSizeCategory.unspecified
        var scale: CGFloat = 0
    }

    private let traits: Traits

    public override init() {
        traits = Traits()
        super.init()
    }

    private init(_ traits: Traits) {
        self.traits = traits
        super.init()
    }

    public convenience init(userInterfaceStyle: UIUserInterfaceStyle) {
        self.init(Traits(style: userInterfaceStyle))
    }

    public convenience init(userInterfaceIdiom idiom: UIUserInterfaceIdiom) { self.init(Traits(idiom: idiom)) }

    public convenience init(horizontalSizeClass: UIUserInterfaceSizeClass) {
        self.init(Traits(horizontal: horizontalSizeClass))
    }

    public convenience init(verticalSizeClass: UIUserInterfaceSizeClass) {
        self.init(Traits(vertical: verticalSizeClass))
    }

    public convenience init(layoutDirection: UITraitEnvironmentLayoutDirection) {
        self.init(Traits(direction: layoutDirection))
    }

    public convenience init(preferredContentSizeCategory: UIContentSizeCategory) {
        self.init(Traits(category: preferredContentSizeCategory))
    }

    public convenience init(displayScale scale: CGFloat) { self.init(Traits(scale: scale)) }

    /// What each of them says, where a later one has the last word.
    public convenience init(traitsFrom traitCollections: [UITraitCollection]) {
        var traits = Traits()
        for other in traitCollections.map(\.traits) {
            if other.style != .unspecified { traits.style = other.style }
            if other.idiom != .unspecified { traits.idiom = other.idiom }
            if other.horizontal != .unspecified { traits.horizontal = other.horizontal }
            if other.vertical != .unspecified { traits.vertical = other.vertical }
            if other.direction != .unspecified { traits.direction = other.direction }
            if other.category != .unspecified { traits.category = other.category }
            if other.scale != 0 { traits.scale = other.scale }
        }
        self.init(traits)
    }

    open var userInterfaceStyle: UIUserInterfaceStyle { traits.style }
    open var userInterfaceIdiom: UIUserInterfaceIdiom { traits.idiom }
    open var horizontalSizeClass: UIUserInterfaceSizeClass { traits.horizontal }
    open var verticalSizeClass: UIUserInterfaceSizeClass { traits.vertical }
    open var layoutDirection: UITraitEnvironmentLayoutDirection { traits.direction }
    open var preferredContentSizeCategory: UIContentSizeCategory { traits.category }
    open var displayScale: CGFloat { traits.scale }

    /// The environment that counts where none is named, on the thread that asks.
    open class var current: UITraitCollection {
        get { Thread.current.threadDictionary[currentKey] as? UITraitCollection ?? standard }
        set { Thread.current.threadDictionary[currentKey] = newValue }
    }

    /// Does something with this environment as the current one.
    open func performAsCurrent(_ actions: () -> Void) {
        let before = Self.current
        Self.current = self
        actions()
        Self.current = before
    }

    open func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
        userInterfaceStyle != traitCollection?.userInterfaceStyle
    }

    /// A phone held upright, in light colours.
    package static let standard = UITraitCollection(
        Traits(
            style: .light,
            idiom: .phone,
            horizontal: .compact,
            vertical: .regular,
            direction: .leftToRight,
            category: .large,
            scale: 1
        )
    )

    private static let currentKey = "UITraitCollection.current"

    open override func isEqual(_ object: Any?) -> Bool { (object as? UITraitCollection)?.traits == traits }

    open override var hash: Int { traits.hashValue }
}
#endif
