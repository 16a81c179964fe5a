public import Foundation

/// How captions look. What is unknown or nil is left to the receiver.
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

    /// Size; 1 is the receiver's own.
    open var fontScale: CGFloat {
        get { content.fontScale }
        set { content.fontScale = newValue }
    }

    /// Colour of the letters.
    open var foregroundColor: GCKColor? {
        get { content.foregroundColor }
        set { content.foregroundColor = newValue }
    }

    /// Colour behind the letters.
    open var backgroundColor: GCKColor? {
        get { content.backgroundColor }
        set { content.backgroundColor = newValue }
    }

    /// How the letters are set off.
    open var edgeType: GCKMediaTextTrackStyleEdgeType {
        get { content.edgeType }
        set { content.edgeType = newValue }
    }

    /// Colour of the letters' edge.
    open var edgeColor: GCKColor? {
        get { content.edgeColor }
        set { content.edgeColor = newValue }
    }

    /// The box behind the text.
    open var windowType: GCKMediaTextTrackStyleWindowType {
        get { content.windowType }
        set { content.windowType = newValue }
    }

    /// Colour of the box.
    open var windowColor: GCKColor? {
        get { content.windowColor }
        set { content.windowColor = newValue }
    }

    /// Pixels; counts for a box with round corners.
    open var windowRoundedCornerRadius: CGFloat {
        get { content.windowRoundedCornerRadius }
        set { content.windowRoundedCornerRadius = newValue }
    }

    /// A font's name.
    open var fontFamily: String? {
        get { content.fontFamily }
        set { content.fontFamily = newValue }
    }

    /// The font where the named one is missing.
    open var fontGenericFamily: GCKMediaTextTrackStyleFontGenericFamily {
        get { content.fontGenericFamily }
        set { content.fontGenericFamily = newValue }
    }

    /// Weight and slant.
    open var fontStyle: GCKMediaTextTrackStyleFontStyle {
        get { content.fontStyle }
        set { content.fontStyle = newValue }
    }

    /// Anything for the receiver's application that can be written as JSON.
    open var customData: Any? {
        get { content.customData }
        set { content.customData = newValue }
    }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// A style of normal size, without edge and box, and with the receiver's colours.
    public required override init() {
        content = Content()
        super.init()
    }
    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// An independent object.
    open func copy(with zone: NSZone? = nil) -> Any { GCKMediaTextTrackStyle(content: content) }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }

    /// The style that the user has chosen for captions on this device, where the platform has such a choice; elsewhere
    /// white letters of normal size on black.
    open class func createDefault() -> Self {
        let style = Self()
        style.content = .system
        return style
    }
}
