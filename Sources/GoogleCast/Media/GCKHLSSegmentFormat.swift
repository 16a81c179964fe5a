/// The container of HLS audio segments.
// swift-format-ignore: AlwaysUseLowerCamelCase
public enum GCKHLSSegmentFormat: Int, CaseIterable, Sendable {
    /// Not said.
    case undefined = 0
    case AAC = 1
    case AC3 = 2
    case MP3 = 3
    case TS = 4
    case TS_AAC = 5
    case E_AC3 = 6
    case FMP4 = 7
}
