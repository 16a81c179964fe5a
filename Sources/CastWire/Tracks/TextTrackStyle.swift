/// How captions look. Absent keys leave the receiver's default. Colours are `#RRGGBBAA`, alpha last.
public struct TextTrackStyle: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        foregroundColor: String? = nil,
        backgroundColor: String? = nil,
        edgeType: TextEdgeType? = nil,
        edgeColor: String? = nil,
        windowType: TextWindowType? = nil,
        windowColor: String? = nil,
        windowRoundedCornerRadius: Double? = nil,
        fontFamily: String? = nil,
        fontGenericFamily: FontGenericFamily? = nil,
        fontScale: Double? = nil,
        fontStyle: FontStyle? = nil,
        customData: JSONValue? = nil
    ) {
        fields = JSONObject()
        self.foregroundColor = foregroundColor
        self.backgroundColor = backgroundColor
        self.edgeType = edgeType
        self.edgeColor = edgeColor
        self.windowType = windowType
        self.windowColor = windowColor
        self.windowRoundedCornerRadius = windowRoundedCornerRadius
        self.fontFamily = fontFamily
        self.fontGenericFamily = fontGenericFamily
        self.fontScale = fontScale
        self.fontStyle = fontStyle
        self.customData = customData
    }

    /// Colour of the letters.
    public var foregroundColor: String? {
        get { self["foregroundColor"] }
        set { self["foregroundColor"] = newValue }
    }

    /// Colour behind the letters.
    public var backgroundColor: String? {
        get { self["backgroundColor"] }
        set { self["backgroundColor"] = newValue }
    }

    /// How the letters are set off.
    public var edgeType: TextEdgeType? {
        get { self["edgeType"] }
        set { self["edgeType"] = newValue }
    }

    /// Colour of the letters' edge.
    public var edgeColor: String? {
        get { self["edgeColor"] }
        set { self["edgeColor"] = newValue }
    }

    /// The box behind the text.
    public var windowType: TextWindowType? {
        get { self["windowType"] }
        set { self["windowType"] = newValue }
    }

    /// Colour of the box.
    public var windowColor: String? {
        get { self["windowColor"] }
        set { self["windowColor"] = newValue }
    }

    /// Pixels.
    public var windowRoundedCornerRadius: Double? {
        get { self["windowRoundedCornerRadius"] }
        set { self["windowRoundedCornerRadius"] = newValue }
    }

    /// Name of a font.
    public var fontFamily: String? {
        get { self["fontFamily"] }
        set { self["fontFamily"] = newValue }
    }

    /// The font where the named one is missing.
    public var fontGenericFamily: FontGenericFamily? {
        get { self["fontGenericFamily"] }
        set { self["fontGenericFamily"] = newValue }
    }

    /// 1 is the receiver's own size.
    public var fontScale: Double? {
        get { self["fontScale"] }
        set { self["fontScale"] = newValue }
    }

    /// Weight and slant.
    public var fontStyle: FontStyle? {
        get { self["fontStyle"] }
        set { self["fontStyle"] = newValue }
    }

    /// Anything; travels unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}
