// SPDX-License-Identifier: Apache-2.0

import CastWire
public import Foundation

/// The status of the ad break that is playing.
#if canImport(ObjectiveC)
@objc(GCKAdBreakStatus)
@objcMembers
#endif
open class GCKAdBreakStatus: NSObject, NSCopying, ContentModel, @unchecked Sendable {
    // Unchecked because the class isn't final. Its only stored property is a `Sendable` constant.

    struct Content: ModelContent, Sendable {
        @Real var currentAdBreakTime: TimeInterval = 0
        @Real var currentAdBreakClipTime: TimeInterval = 0
        @Real var whenSkippable: TimeInterval = TimeInterval(kAdBreakClipNotSkippable)
        var adBreakID: String = ""
        var adBreakClipID: String = ""

        var model: GCKAdBreakStatus { GCKAdBreakStatus(content: self) }
    }

    let content: Content

    /// The position in the ad break, in seconds.
    open var currentAdBreakTime: TimeInterval { content.currentAdBreakTime }

    /// The position in the clip, in seconds.
    open var currentAdBreakClipTime: TimeInterval { content.currentAdBreakClipTime }

    /// The position in the clip, in seconds, from which it can be skipped. ``kAdBreakClipNotSkippable`` means never.
    open var whenSkippable: TimeInterval { content.whenSkippable }

    /// The ID of the ad break.
    open var adBreakID: String { content.adBreakID }

    /// The ID of the clip that is playing. Empty if the receiver doesn't report it.
    open var adBreakClipID: String { content.adBreakClipID }

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
}

extension GCKAdBreakStatus.Content {
    init(_ wire: BreakStatus) {
        let fields = wire.fields
        self.init(
            currentAdBreakTime: fields.real("currentBreakTime") ?? 0,
            currentAdBreakClipTime: fields.real("currentBreakClipTime") ?? 0,
            whenSkippable: fields.real("whenSkippable") ?? TimeInterval(kAdBreakClipNotSkippable),
            adBreakID: fields.text("breakId") ?? "",
            adBreakClipID: fields.text("breakClipId") ?? ""
        )
    }
}
