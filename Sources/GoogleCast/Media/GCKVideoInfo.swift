// SPDX-License-Identifier: Apache-2.0

import CastWire
public import Foundation

/// The format of the displayed video.
#if canImport(ObjectiveC)
@objc(GCKVideoInfo)
@objcMembers
#endif
open class GCKVideoInfo: NSObject, NSCopying, NSSecureCoding, ContentModel, @unchecked Sendable {
    // Unchecked because the class isn't final. Its only stored property is a `Sendable` constant.

    struct Content: ModelContent, Sendable {
        var width: UInt = 0
        var height: UInt = 0
        @Numbered var hdrType: GCKVideoInfoHDRType = .unknown

        var model: GCKVideoInfo { GCKVideoInfo(content: self) }
    }

    let content: Content

    /// The width in pixels. 0 if unknown.
    open var width: UInt { content.width }

    /// The height in pixels. 0 if unknown.
    open var height: UInt { content.height }

    /// The dynamic range.
    open var hdrType: GCKVideoInfoHDRType { content.hdrType }

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(content: Content()) }

    init(content: Content) {
        self.content = content
        super.init()
    }

    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// Returns the object itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }
}

extension GCKVideoInfo.Content {
    init(_ wire: VideoInfo) {
        let fields = wire.fields
        self.init(
            width: UInt(max(0, fields.integer("width") ?? 0)),
            height: UInt(max(0, fields.integer("height") ?? 0)),
            hdrType: GCKVideoInfoHDRType(fields.word("hdrType"))
        )
    }
}

/// The dynamic range of a video.
// swift-format-ignore: AlwaysUseLowerCamelCase
#if canImport(ObjectiveC)
@objc(GCKVideoInfoHDRType)
#endif
public enum GCKVideoInfoHDRType: Int, CaseIterable, Sendable {
    /// The receiver doesn't report the dynamic range.
    case unknown = -1
    /// Standard dynamic range.
    case SDR = 0
    /// Dolby Vision.
    case DV = 1
    /// High dynamic range.
    case HDR = 2
}

extension GCKVideoInfoHDRType: WireStringMapped {
    static let words: [GCKVideoInfoHDRType: HDRType] = [.SDR: .standard, .DV: .dolbyVision, .HDR: .high]
    static let defaultCase = GCKVideoInfoHDRType.unknown
}

/// Converts between ``GCKHLSSegmentFormat`` and the strings of the protocol.
#if canImport(ObjectiveC)
@objc(GCKHLSSegment)
@objcMembers
#endif
open class GCKHLSSegment: NSObject {
    /// Returns the protocol string of a format, or nil for ``GCKHLSSegmentFormat/undefined``.
    open class func mapHLSSegmentFormat(toString hlsSegmentFormat: GCKHLSSegmentFormat) -> String? {
        hlsSegmentFormat.word?.rawValue
    }

    /// Returns the format for a protocol string, ignoring case, or ``GCKHLSSegmentFormat/undefined`` for an unknown
    /// string.
    open class func mapHLSSegmentFormatString(toEnum hlsSegmentFormatString: String) -> GCKHLSSegmentFormat {
        GCKHLSSegmentFormat(spelled: hlsSegmentFormatString)
    }
}

/// The container format of HLS audio segments.
// swift-format-ignore: AlwaysUseLowerCamelCase
#if canImport(ObjectiveC)
@objc(GCKHLSSegmentFormat)
#endif
public enum GCKHLSSegmentFormat: Int, CaseIterable, Sendable {
    /// No format is specified.
    case undefined = 0
    case AAC = 1
    case AC3 = 2
    case MP3 = 3
    case TS = 4
    case TS_AAC = 5
    case E_AC3 = 6
    case FMP4 = 7
}

extension GCKHLSSegmentFormat: WireStringMapped {
    static let words: [GCKHLSSegmentFormat: HLSSegmentFormat] = [
        .AAC: .aac, .AC3: .ac3, .MP3: .mp3, .TS: .ts, .TS_AAC: .tsAAC, .E_AC3: .eac3, .FMP4: .fmp4,
    ]
    static let defaultCase = GCKHLSSegmentFormat.undefined

    /// Creates a format from a string. Case is ignored, and `e-ac3` is accepted for `e_ac3`.
    init(spelled text: String?) {
        self.init(text.map { HLSSegmentFormat(rawValue: HLSSegmentFormat.spelling(of: $0).underscored) })
    }
}

/// Converts between ``GCKHLSVideoSegmentFormat`` and the strings of the protocol.
#if canImport(ObjectiveC)
@objc(GCKHLSVideoSegment)
@objcMembers
#endif
open class GCKHLSVideoSegment: NSObject {
    /// Returns the protocol string of a format, or nil for ``GCKHLSVideoSegmentFormat/undefined``.
    open class func mapHLSVideoSegmentFormat(toString hlsVideoSegmentFormat: GCKHLSVideoSegmentFormat) -> String? {
        hlsVideoSegmentFormat.word?.rawValue
    }

    /// Returns the format for a protocol string, ignoring case, or ``GCKHLSVideoSegmentFormat/undefined`` for an
    /// unknown string.
    open class func mapHLSVideoSegmentFormatString(
        toEnum hlsVideoSegmentFormatString: String
    ) -> GCKHLSVideoSegmentFormat {
        GCKHLSVideoSegmentFormat(spelled: hlsVideoSegmentFormatString)
    }
}

/// The container format of HLS video segments.
// swift-format-ignore: AlwaysUseLowerCamelCase
#if canImport(ObjectiveC)
@objc(GCKHLSVideoSegmentFormat)
#endif
public enum GCKHLSVideoSegmentFormat: Int, CaseIterable, Sendable {
    /// No format is specified.
    case undefined = 0
    case MPEG2_TS = 1
    case FMP4 = 2
}

extension GCKHLSVideoSegmentFormat: WireStringMapped {
    static let words: [GCKHLSVideoSegmentFormat: HLSVideoSegmentFormat] = [.MPEG2_TS: .mpeg2TS, .FMP4: .fmp4]
    static let defaultCase = GCKHLSVideoSegmentFormat.undefined

    /// Creates a format from a string. Case is ignored, and `mpeg2-ts` is accepted for `mpeg2_ts`.
    init(spelled text: String?) {
        self.init(text.map { HLSVideoSegmentFormat(rawValue: HLSVideoSegmentFormat.spelling(of: $0).underscored) })
    }
}

extension String {
    fileprivate var underscored: String { String(map { $0 == "-" ? "_" : $0 }) }
}
