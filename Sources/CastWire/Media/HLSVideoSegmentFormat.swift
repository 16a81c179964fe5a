/// The container of HLS video segments.
public struct HLSVideoSegmentFormat: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public static let mpeg2TS = HLSVideoSegmentFormat(rawValue: "mpeg2_ts")
    public static let fmp4 = HLSVideoSegmentFormat(rawValue: "fmp4")

    public static func spelling(of word: String) -> String { word.lowercased() }
}
