public import Foundation

/// What can be done with the volume of a session's device.
open class GCKSessionTraits: NSObject, NSCopying, NSSecureCoding, ContentModel, @unchecked Sendable {
    // Unchecked, since only a final class can be checked: all it holds is one constant, and that type is checked.

    struct Content: ModelContent, Sendable {
        @Real var minimumVolume: Float = 0
        @Real var maximumVolume: Float = 1
        @Real var volumeIncrement: Float = 0.05
        var supportsMuting: Bool = true

        var model: GCKSessionTraits { GCKSessionTraits(content: self) }
    }

    let content: Content

    /// The lowest volume. Default 0.
    open var minimumVolume: Float { content.minimumVolume }

    /// The highest volume. Default 1.
    open var maximumVolume: Float { content.maximumVolume }

    /// By how much a step changes the volume; 0 where it is fixed. Default 0.05.
    open var volumeIncrement: Float { content.volumeIncrement }

    /// Whether it can be muted. Default true.
    open var supportsMuting: Bool { content.supportsMuting }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// Traits.
    ///
    /// What cannot be is brought into range: the lowest volume is at least 0, the highest no lower than that, and a step
    /// no larger than what lies between; what is no number becomes the default.
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

    /// A volume from 0 to 1 in steps of 0.05, and muting.
    public convenience override init() {
        self.init(content: Content())
    }
    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// The object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }

    /// Whether the volume cannot be changed.
    open func isFixedVolume() -> Bool { volumeIncrement == 0 || minimumVolume == maximumVolume }

}
