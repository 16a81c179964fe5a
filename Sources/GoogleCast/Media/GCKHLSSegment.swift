import CastWire
public import Foundation

/// The protocol's words for ``GCKHLSSegmentFormat``.
open class GCKHLSSegment: NSObject {
    /// The protocol's word for a format; nil for ``GCKHLSSegmentFormat/undefined``.
    open class func mapHLSSegmentFormat(toString hlsSegmentFormat: GCKHLSSegmentFormat) -> String? {
        hlsSegmentFormat.word?.rawValue
    }

    /// The format that a word means, in capitals or not; ``GCKHLSSegmentFormat/undefined`` for any other.
    open class func mapHLSSegmentFormatString(toEnum hlsSegmentFormatString: String) -> GCKHLSSegmentFormat {
        GCKHLSSegmentFormat(spelled: hlsSegmentFormatString)
    }
}
