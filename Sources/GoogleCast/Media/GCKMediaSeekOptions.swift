// SPDX-License-Identifier: Apache-2.0

import CastWire
public import Foundation

/// Options for a seek request.
#if canImport(ObjectiveC)
@objc(GCKMediaSeekOptions)
@objcMembers
#endif
open class GCKMediaSeekOptions: NSObject, NSCopying, NSSecureCoding, ContentModel {
    struct Content: ModelContent {
        @Real var interval: TimeInterval = 0
        var relative: Bool = false
        @Numbered var resumeState: GCKMediaResumeState = .unchanged
        var seekToInfinite: Bool = false
        @CustomData var customData: Any? = nil

        var model: GCKMediaSeekOptions { GCKMediaSeekOptions(content: self) }
    }

    var content: Content

    /// The target position in seconds, or an offset from the current position if ``relative`` is true. Default 0.
    open var interval: TimeInterval {
        get { content.interval }
        set { content.interval = newValue }
    }

    /// Whether the interval is relative to the current position. Default false.
    open var relative: Bool {
        get { content.relative }
        set { content.relative = newValue }
    }

    /// The state of playback after the seek. Default ``GCKMediaResumeState/unchanged``.
    open var resumeState: GCKMediaResumeState {
        get { content.resumeState }
        set { content.resumeState = newValue }
    }

    /// Whether to seek to the end of the media or to the live edge, regardless of the interval. Default false.
    open var seekToInfinite: Bool {
        get { content.seekToInfinite }
        set { content.seekToInfinite = newValue }
    }

    /// Application-specific data. Must be representable as JSON.
    open var customData: Any? {
        get { content.customData }
        set { content.customData = newValue }
    }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// Creates options with default values.
    public override init() {
        content = Content()
        super.init()
    }

    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// Returns an independent copy.
    open func copy(with zone: NSZone? = nil) -> Any { GCKMediaSeekOptions(content: content) }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }
}

/// The state of playback after a seek.
#if canImport(ObjectiveC)
@objc(GCKMediaResumeState)
#endif
public enum GCKMediaResumeState: Int, CaseIterable, Sendable {
    /// The player keeps its state.
    case unchanged = 0
    /// The player plays.
    case play = 1
    /// The player pauses.
    case pause = 2
}

/// The name of ``GCKMediaResumeState`` in earlier versions of the original framework.
@available(*, deprecated, message: "Use GCKMediaResumeState.")
public typealias GCKMediaControlChannelResumeState = GCKMediaResumeState

extension GCKMediaResumeState: WireStringMapped {
    static let words: [GCKMediaResumeState: ResumeState] = [.play: .play, .pause: .pause]
    static let defaultCase = GCKMediaResumeState.unchanged
}
