/// Weight and slant of captions.
public enum GCKMediaTextTrackStyleFontStyle: Int, CaseIterable, Sendable {
    case unknown = -1
    case normal = 0
    case bold = 1
    case italic = 2
    case boldItalic = 3
}
