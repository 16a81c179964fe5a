import CastWire
public import Foundation

/// The protocol's words for ``GCKHLSVideoSegmentFormat``.
open class GCKHLSVideoSegment: NSObject {
    /// The protocol's word for a format; nil for ``GCKHLSVideoSegmentFormat/undefined``.
    open class func mapHLSVideoSegmentFormat(toString hlsVideoSegmentFormat: GCKHLSVideoSegmentFormat) -> String? {
        hlsVideoSegmentFormat.word?.rawValue
    }

    /// The format that a word means, in capitals or not; ``GCKHLSVideoSegmentFormat/undefined`` for any other.
    open class func mapHLSVideoSegmentFormatString(
        toEnum hlsVideoSegmentFormatString: String
    ) -> GCKHLSVideoSegmentFormat {
        GCKHLSVideoSegmentFormat(spelled: hlsVideoSegmentFormatString)
    }
}
