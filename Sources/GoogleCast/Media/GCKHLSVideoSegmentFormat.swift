/// The container of HLS video segments.
// swift-format-ignore: AlwaysUseLowerCamelCase
public enum GCKHLSVideoSegmentFormat: Int, CaseIterable, Sendable {
    /// Not said.
    case undefined = 0
    case MPEG2_TS = 1
    case FMP4 = 2
}
