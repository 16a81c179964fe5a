// SPDX-License-Identifier: Apache-2.0

import CastWire
public import Foundation

/// The volume capabilities of a session's device.
#if canImport(ObjectiveC)
@objc(GCKSessionTraits)
@objcMembers
#endif
open class GCKSessionTraits: NSObject, NSCopying, NSSecureCoding, ContentModel, @unchecked Sendable {
    // Unchecked because the class isn't final. Its only stored property is a `Sendable` constant.

    struct Content: ModelContent, Sendable {
        @Real var minimumVolume: Float = 0
        @Real var maximumVolume: Float = 1
        @Real var volumeIncrement: Float = 0.05
        var supportsMuting: Bool = true

        var model: GCKSessionTraits { GCKSessionTraits(content: self) }
    }

    let content: Content

    /// The minimum volume. Default 0.
    open var minimumVolume: Float { content.minimumVolume }

    /// The maximum volume. Default 1.
    open var maximumVolume: Float { content.maximumVolume }

    /// The step by which the volume changes. 0 if the volume is fixed. Default 0.05.
    open var volumeIncrement: Float { content.volumeIncrement }

    /// Whether the device can be muted. Default true.
    open var supportsMuting: Bool { content.supportsMuting }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// Creates session traits.
    ///
    /// Invalid values are corrected: the minimum is at least 0, the maximum isn't less than the minimum, and the
    /// increment isn't larger than the range between them. Values that aren't finite are replaced with the defaults.
    public init(minimumVolume: Float, maximumVolume: Float, volumeIncrement: Float, supportsMuting: Bool) {
        let defaults = Content()
        let minimum = max(0, minimumVolume.isFinite ? minimumVolume : defaults.minimumVolume)
        let maximum = max(minimum, maximumVolume.isFinite ? maximumVolume : defaults.maximumVolume)
        let increment = volumeIncrement.isFinite ? volumeIncrement : defaults.volumeIncrement
        content = Content(
            minimumVolume: minimum,
            maximumVolume: maximum,
            volumeIncrement: min(max(0, increment), maximum - minimum),
            supportsMuting: supportsMuting
        )
        super.init()
    }

    /// Creates traits with a volume from 0 to 1, steps of 0.05, and muting.
    public convenience override init() {
        self.init(content: Content())
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

    /// Returns whether the volume can't be changed.
    open func isFixedVolume() -> Bool { volumeIncrement == 0 || minimumVolume == maximumVolume }
}

extension GCKSessionTraits {
    /// Creates traits from the volume that a device reports. Returns nil without a volume.
    convenience init?(_ volume: CastVolume?) {
        guard let volume else { return nil }
        let isFixed = volume.controlType == .fixed
        let step = volume.stepInterval.flatMap { $0 > 0 && $0 <= 1 ? $0 : nil } ?? 0.05
        self.init(
            minimumVolume: 0,
            maximumVolume: 1,
            volumeIncrement: isFixed ? 0 : Float(step),
            supportsMuting: !isFixed
        )
    }
}

/// What happens to the receiver application when a session ends.
#if canImport(ObjectiveC)
@objc(GCKSessionEndAction)
#endif
public enum GCKSessionEndAction: Int, CaseIterable, Sendable {
    /// The application continues to run, and the session can be resumed.
    case leave = 1
    /// The application continues to run, unless this sender was its last one.
    case disconnect = 2
    /// The application is stopped.
    case stopCasting = 3
}
