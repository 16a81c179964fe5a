// SPDX-License-Identifier: Apache-2.0

/// The appearance of captions. Absent keys keep the receiver's defaults. Colors have the format `#RRGGBBAA`.
public struct TextTrackStyle: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
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

    /// The color of the text.
    public var foregroundColor: String? {
        get { self["foregroundColor"] }
        set { self["foregroundColor"] = newValue }
    }

    /// The color behind the text.
    public var backgroundColor: String? {
        get { self["backgroundColor"] }
        set { self["backgroundColor"] = newValue }
    }

    /// The edge style of the text.
    public var edgeType: TextEdgeType? {
        get { self["edgeType"] }
        set { self["edgeType"] = newValue }
    }

    /// The color of the text edges.
    public var edgeColor: String? {
        get { self["edgeColor"] }
        set { self["edgeColor"] = newValue }
    }

    /// The window behind the text.
    public var windowType: TextWindowType? {
        get { self["windowType"] }
        set { self["windowType"] = newValue }
    }

    /// The color of the window.
    public var windowColor: String? {
        get { self["windowColor"] }
        set { self["windowColor"] = newValue }
    }

    /// The corner radius of the window, in pixels.
    public var windowRoundedCornerRadius: Double? {
        get { self["windowRoundedCornerRadius"] }
        set { self["windowRoundedCornerRadius"] = newValue }
    }

    /// The name of the font.
    public var fontFamily: String? {
        get { self["fontFamily"] }
        set { self["fontFamily"] = newValue }
    }

    /// The fallback font.
    public var fontGenericFamily: FontGenericFamily? {
        get { self["fontGenericFamily"] }
        set { self["fontGenericFamily"] = newValue }
    }

    /// The font scale, relative to the receiver's default size. 1 is the default size.
    public var fontScale: Double? {
        get { self["fontScale"] }
        set { self["fontScale"] = newValue }
    }

    /// The font style.
    public var fontStyle: FontStyle? {
        get { self["fontStyle"] }
        set { self["fontStyle"] = newValue }
    }

    /// Application-defined data, which is passed through unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}

/// The fallback font of captions.
public struct FontGenericFamily: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public static let sansSerif = FontGenericFamily(rawValue: "SANS_SERIF")
    public static let monospacedSansSerif = FontGenericFamily(rawValue: "MONOSPACED_SANS_SERIF")
    public static let serif = FontGenericFamily(rawValue: "SERIF")
    public static let monospacedSerif = FontGenericFamily(rawValue: "MONOSPACED_SERIF")
    public static let casual = FontGenericFamily(rawValue: "CASUAL")
    public static let cursive = FontGenericFamily(rawValue: "CURSIVE")
    public static let smallCapitals = FontGenericFamily(rawValue: "SMALL_CAPITALS")
}

/// The font style of captions.
public struct FontStyle: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public static let normal = FontStyle(rawValue: "NORMAL")
    public static let bold = FontStyle(rawValue: "BOLD")
    public static let boldItalic = FontStyle(rawValue: "BOLD_ITALIC")
    public static let italic = FontStyle(rawValue: "ITALIC")
}

/// The edge style of caption text.
public struct TextEdgeType: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public static let none = TextEdgeType(rawValue: "NONE")
    public static let outline = TextEdgeType(rawValue: "OUTLINE")
    public static let dropShadow = TextEdgeType(rawValue: "DROP_SHADOW")
    public static let raised = TextEdgeType(rawValue: "RAISED")
    public static let depressed = TextEdgeType(rawValue: "DEPRESSED")
}

/// The window behind captions.
public struct TextWindowType: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public static let none = TextWindowType(rawValue: "NONE")
    public static let normal = TextWindowType(rawValue: "NORMAL")
    public static let roundedCorners = TextWindowType(rawValue: "ROUNDED_CORNERS")
}
