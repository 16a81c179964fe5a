// SPDX-License-Identifier: Apache-2.0

/// The properties of the current video.
public struct VideoInfo: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(width: Int? = nil, height: Int? = nil, hdrType: HDRType? = nil) {
        fields = JSONObject()
        self.width = width
        self.height = height
        self.hdrType = hdrType
    }

    /// The width, in pixels.
    public var width: Int? {
        get { self["width"] }
        set { self["width"] = newValue }
    }

    /// The height, in pixels.
    public var height: Int? {
        get { self["height"] }
        set { self["height"] = newValue }
    }

    /// The dynamic range.
    public var hdrType: HDRType? {
        get { self["hdrType"] }
        set { self["hdrType"] = newValue }
    }
}

/// The dynamic range of a video.
public struct HDRType: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Standard dynamic range.
    public static let standard = HDRType(rawValue: "sdr")

    /// High dynamic range.
    public static let high = HDRType(rawValue: "hdr")

    /// Dolby Vision.
    public static let dolbyVision = HDRType(rawValue: "dv")

    public static func spelling(of word: String) -> String { word.lowercased() }
}

/// The container format of HLS audio segments.
public struct HLSSegmentFormat: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public static let aac = HLSSegmentFormat(rawValue: "aac")
    public static let ac3 = HLSSegmentFormat(rawValue: "ac3")
    public static let mp3 = HLSSegmentFormat(rawValue: "mp3")
    public static let ts = HLSSegmentFormat(rawValue: "ts")
    public static let tsAAC = HLSSegmentFormat(rawValue: "ts_aac")
    public static let eac3 = HLSSegmentFormat(rawValue: "e_ac3")
    public static let fmp4 = HLSSegmentFormat(rawValue: "fmp4")

    public static func spelling(of word: String) -> String { word.lowercased() }
}

/// The container format of HLS video segments.
public struct HLSVideoSegmentFormat: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public static let mpeg2TS = HLSVideoSegmentFormat(rawValue: "mpeg2_ts")
    public static let fmp4 = HLSVideoSegmentFormat(rawValue: "fmp4")

    public static func spelling(of word: String) -> String { word.lowercased() }
}
