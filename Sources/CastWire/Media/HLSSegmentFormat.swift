/// The container of HLS audio segments.
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
