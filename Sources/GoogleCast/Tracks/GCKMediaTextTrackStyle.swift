// SPDX-License-Identifier: Apache-2.0

import CastWire
public import Foundation

#if canImport(MediaAccessibility)
import MediaAccessibility
#endif

/// The style of text tracks. The receiver determines properties that are unknown or nil.
#if canImport(ObjectiveC)
@objc(GCKMediaTextTrackStyle)
@objcMembers
#endif
open class GCKMediaTextTrackStyle: NSObject, NSCopying, NSSecureCoding, ContentModel {
    struct Content: ModelContent {
        @Real var fontScale: CGFloat = 1
        @Nested var foregroundColor: GCKColor? = nil
        @Nested var backgroundColor: GCKColor? = nil
        @Numbered var edgeType: GCKMediaTextTrackStyleEdgeType = .none
        @Nested var edgeColor: GCKColor? = nil
        @Numbered var windowType: GCKMediaTextTrackStyleWindowType = .none
        @Nested var windowColor: GCKColor? = nil
        @Real var windowRoundedCornerRadius: CGFloat = 0
        var fontFamily: String?
        @Numbered var fontGenericFamily: GCKMediaTextTrackStyleFontGenericFamily = .none
        @Numbered var fontStyle: GCKMediaTextTrackStyleFontStyle = .normal
        @CustomData var customData: Any? = nil

        var model: GCKMediaTextTrackStyle { GCKMediaTextTrackStyle(content: self) }
    }

    var content: Content

    /// The font size relative to the receiver's default. Default 1.
    open var fontScale: CGFloat {
        get { content.fontScale }
        set { content.fontScale = newValue }
    }

    /// The text color.
    open var foregroundColor: GCKColor? {
        get { content.foregroundColor }
        set { content.foregroundColor = newValue }
    }

    /// The background color of the text.
    open var backgroundColor: GCKColor? {
        get { content.backgroundColor }
        set { content.backgroundColor = newValue }
    }

    /// The edge of the characters.
    open var edgeType: GCKMediaTextTrackStyleEdgeType {
        get { content.edgeType }
        set { content.edgeType = newValue }
    }

    /// The color of the edge.
    open var edgeColor: GCKColor? {
        get { content.edgeColor }
        set { content.edgeColor = newValue }
    }

    /// The window behind the text.
    open var windowType: GCKMediaTextTrackStyleWindowType {
        get { content.windowType }
        set { content.windowType = newValue }
    }

    /// The color of the window.
    open var windowColor: GCKColor? {
        get { content.windowColor }
        set { content.windowColor = newValue }
    }

    /// The corner radius of the window in pixels. Used only for windows with rounded corners.
    open var windowRoundedCornerRadius: CGFloat {
        get { content.windowRoundedCornerRadius }
        set { content.windowRoundedCornerRadius = newValue }
    }

    /// The name of the font family.
    open var fontFamily: String? {
        get { content.fontFamily }
        set { content.fontFamily = newValue }
    }

    /// The generic font family, which is used if ``fontFamily`` isn't available.
    open var fontGenericFamily: GCKMediaTextTrackStyleFontGenericFamily {
        get { content.fontGenericFamily }
        set { content.fontGenericFamily = newValue }
    }

    /// The font style.
    open var fontStyle: GCKMediaTextTrackStyleFontStyle {
        get { content.fontStyle }
        set { content.fontStyle = newValue }
    }

    /// Application-specific data. Must be representable as JSON.
    open var customData: Any? {
        get { content.customData }
        set { content.customData = newValue }
    }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// Creates a style with normal size, without edge and window, and with the receiver's default colors.
    public required override init() {
        content = Content()
        super.init()
    }

    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// Returns an independent copy.
    open func copy(with zone: NSZone? = nil) -> Any { GCKMediaTextTrackStyle(content: content) }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }

    /// Returns the caption style of the system settings. On platforms without such settings, it is white text of normal
    /// size on a black background.
    open class func createDefault() -> Self {
        let style = Self()
        style.content = .system
        return style
    }
}

/// The edge of the characters of a text track.
#if canImport(ObjectiveC)
@objc(GCKMediaTextTrackStyleEdgeType)
#endif
public enum GCKMediaTextTrackStyleEdgeType: Int, CaseIterable, Sendable {
    case unknown = -1
    case none = 0
    case outline = 1
    case dropShadow = 2
    case raised = 3
    case depressed = 4
}

/// The generic font family of a text track.
#if canImport(ObjectiveC)
@objc(GCKMediaTextTrackStyleFontGenericFamily)
#endif
public enum GCKMediaTextTrackStyleFontGenericFamily: Int, CaseIterable, Sendable {
    case unknown = -1
    case none = 0
    case sansSerif = 1
    case monospacedSansSerif = 2
    case serif = 3
    case monospacedSerif = 4
    case casual = 5
    case cursive = 6
    case smallCapitals = 7
}

/// The font style of a text track.
#if canImport(ObjectiveC)
@objc(GCKMediaTextTrackStyleFontStyle)
#endif
public enum GCKMediaTextTrackStyleFontStyle: Int, CaseIterable, Sendable {
    case unknown = -1
    case normal = 0
    case bold = 1
    case italic = 2
    case boldItalic = 3
}

/// The window behind a text track.
#if canImport(ObjectiveC)
@objc(GCKMediaTextTrackStyleWindowType)
#endif
public enum GCKMediaTextTrackStyleWindowType: Int, CaseIterable, Sendable {
    case unknown = -1
    case none = 0
    case normal = 1
    case roundedCorners = 2
}

extension GCKMediaTextTrackStyle.Content: WireContent {
    init?(_ wire: TextTrackStyle) {
        let fields = wire.fields
        self.init(
            fontScale: fields.real("fontScale").map { CGFloat($0) } ?? 1,
            foregroundColor: fields.color("foregroundColor"),
            backgroundColor: fields.color("backgroundColor"),
            edgeType: GCKMediaTextTrackStyleEdgeType(fields.word("edgeType")),
            edgeColor: fields.color("edgeColor"),
            windowType: GCKMediaTextTrackStyleWindowType(fields.word("windowType")),
            windowColor: fields.color("windowColor"),
            windowRoundedCornerRadius: fields.real("windowRoundedCornerRadius").map { CGFloat($0) } ?? 0,
            fontFamily: fields.text("fontFamily"),
            fontGenericFamily: GCKMediaTextTrackStyleFontGenericFamily(fields.word("fontGenericFamily")),
            fontStyle: GCKMediaTextTrackStyleFontStyle(fields.word("fontStyle")),
            customData: fields.anything("customData")
        )
    }

    func wire() throws(GCKError) -> TextTrackStyle {
        var style = TextTrackStyle()
        style.fontScale = Double(fontScale).finite
        style.foregroundColor = foregroundColor?.cssString()
        style.backgroundColor = backgroundColor?.cssString()
        style.edgeType = edgeType.word
        style.edgeColor = edgeColor?.cssString()
        style.windowType = windowType.word
        style.windowColor = windowColor?.cssString()
        style.windowRoundedCornerRadius =
            windowType == .roundedCorners ? Double(windowRoundedCornerRadius).finite : nil
        style.fontFamily = fontFamily
        style.fontGenericFamily = fontGenericFamily.word
        style.fontStyle = fontStyle.word
        style.customData = try $customData.wire()
        return style
    }
}

extension JSONObject {
    fileprivate func color(_ key: String) -> GCKColor? {
        text(key).flatMap { GCKColor.Content(css: $0)?.model }
    }
}

extension GCKMediaTextTrackStyle.Content {
    /// The caption style of the platform.
    static var system: Self {
        #if canImport(MediaAccessibility)
        var style = Self()
        let domain = MACaptionAppearanceDomain.user
        style.fontScale = MACaptionAppearanceGetRelativeCharacterSize(domain, nil)
        style.foregroundColor = GCKColor(
            cgColor: MACaptionAppearanceCopyForegroundColor(domain, nil).takeRetainedValue(),
            alpha: MACaptionAppearanceGetForegroundOpacity(domain, nil)
        )
        style.backgroundColor = GCKColor(
            cgColor: MACaptionAppearanceCopyBackgroundColor(domain, nil).takeRetainedValue(),
            alpha: MACaptionAppearanceGetBackgroundOpacity(domain, nil)
        )
        style.windowColor = GCKColor(
            cgColor: MACaptionAppearanceCopyWindowColor(domain, nil).takeRetainedValue(),
            alpha: MACaptionAppearanceGetWindowOpacity(domain, nil)
        )
        style.windowRoundedCornerRadius = MACaptionAppearanceGetWindowRoundedCornerRadius(domain, nil)
        style.windowType = style.windowRoundedCornerRadius > 0 ? .roundedCorners : .normal
        style.edgeType =
            switch MACaptionAppearanceGetTextEdgeStyle(domain, nil) {
            case .raised: .raised
            case .depressed: .depressed
            case .uniform: .outline
            case .dropShadow: .dropShadow
            default: .none
            }
        return style
        #else
        return Self(
            foregroundColor: .white(),
            backgroundColor: .black(),
            fontGenericFamily: .sansSerif
        )
        #endif
    }
}

extension GCKMediaTextTrackStyleEdgeType: WireStringMapped {
    static let words: [GCKMediaTextTrackStyleEdgeType: TextEdgeType] = [
        .none: .none, .outline: .outline, .dropShadow: .dropShadow, .raised: .raised, .depressed: .depressed,
    ]
    static let defaultCase = GCKMediaTextTrackStyleEdgeType.unknown
}

extension GCKMediaTextTrackStyleWindowType: WireStringMapped {
    static let words: [GCKMediaTextTrackStyleWindowType: TextWindowType] = [
        .none: .none, .normal: .normal, .roundedCorners: .roundedCorners,
    ]
    static let defaultCase = GCKMediaTextTrackStyleWindowType.unknown
}

extension GCKMediaTextTrackStyleFontGenericFamily: WireStringMapped {
    static let words: [GCKMediaTextTrackStyleFontGenericFamily: FontGenericFamily] = [
        .sansSerif: .sansSerif, .monospacedSansSerif: .monospacedSansSerif, .serif: .serif,
        .monospacedSerif: .monospacedSerif, .casual: .casual, .cursive: .cursive, .smallCapitals: .smallCapitals,
    ]
    static let defaultCase = GCKMediaTextTrackStyleFontGenericFamily.unknown
}

extension GCKMediaTextTrackStyleFontStyle: WireStringMapped {
    static let words: [GCKMediaTextTrackStyleFontStyle: FontStyle] = [
        .normal: .normal, .bold: .bold, .italic: .italic, .boldItalic: .boldItalic,
    ]
    static let defaultCase = GCKMediaTextTrackStyleFontStyle.unknown
}
