// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// The traits of the environment of a view, such as its interface style and layout direction.
open class UITraitCollection: NSObject, @unchecked Sendable {
    // The conformance is unchecked because the class is open. Its only stored property is a Sendable constant.

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

    /// Combines trait collections. Later specified values override earlier ones.
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

    /// The current trait collection of the calling thread. The default is ``standard``.
    open class var current: UITraitCollection {
        get { Thread.current.threadDictionary[currentKey] as? UITraitCollection ?? standard }
        set { Thread.current.threadDictionary[currentKey] = newValue }
    }

    /// Runs a closure with this trait collection as the current one.
    open func performAsCurrent(_ actions: () -> Void) {
        let before = Self.current
        Self.current = self
        actions()
        Self.current = before
    }

    open func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
        userInterfaceStyle != traitCollection?.userInterfaceStyle
    }

    /// The traits of a phone in portrait orientation, with light style and left-to-right layout.
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

/// The appearance of the interface: light or dark.
public enum UIUserInterfaceStyle: Int, Sendable {
    case unspecified = 0
    case light = 1
    case dark = 2
}

/// The layout direction as a trait.
public enum UITraitEnvironmentLayoutDirection: Int, Sendable {
    case unspecified = -1
    case leftToRight = 0
    case rightToLeft = 1
}

/// The amount of space along one axis.
public enum UIUserInterfaceSizeClass: Int, Sendable {
    case unspecified = 0
    case compact = 1
    case regular = 2
}

/// An object that has a trait collection.
@preconcurrency
@MainActor
public protocol UITraitEnvironment: NSObjectProtocol {
    var traitCollection: UITraitCollection { get }
    func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}

/// The kind of device for which the interface is made.
public enum UIUserInterfaceIdiom: Int, Sendable {
    case unspecified = -1
    case phone = 0
    case pad = 1
    case tv = 2
    case carPlay = 3
    case mac = 5
    case vision = 6
}

/// The user's preferred text size.
public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let unspecified = UIContentSizeCategory(rawValue: "_UICTContentSizeCategoryUnspecified")
    public static let extraSmall = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXS")
    public static let small = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryS")
    public static let medium = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryM")
    public static let large = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryL")
    public static let extraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXL")
    public static let extraExtraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXXL")
    public static let extraExtraExtraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXXXL")
    public static let accessibilityMedium = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryAccessibilityM")
    public static let accessibilityLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryAccessibilityL")
    public static let accessibilityExtraLarge = UIContentSizeCategory(
        rawValue: "UICTContentSizeCategoryAccessibilityXL"
    )
    public static let accessibilityExtraExtraLarge = UIContentSizeCategory(
        rawValue: "UICTContentSizeCategoryAccessibilityXXL"
    )
    public static let accessibilityExtraExtraExtraLarge = UIContentSizeCategory(
        rawValue: "UICTContentSizeCategoryAccessibilityXXXL"
    )

    public static let didChangeNotification = NSNotification.Name("UIContentSizeCategoryDidChangeNotification")

    public var isAccessibilityCategory: Bool { rawValue.contains("Accessibility") }

    /// The size of body text in points. The default category, `large`, has 17.
    package var bodySize: CGFloat { Self.bodySizes[self] ?? 17 }

    private static let bodySizes: [UIContentSizeCategory: CGFloat] = [
        .extraSmall: 14, .small: 15, .medium: 16, .large: 17, .extraLarge: 19, .extraExtraLarge: 21,
        .extraExtraExtraLarge: 23, .accessibilityMedium: 28, .accessibilityLarge: 33, .accessibilityExtraLarge: 40,
        .accessibilityExtraExtraLarge: 47, .accessibilityExtraExtraExtraLarge: 53,
    ]
}
#endif
