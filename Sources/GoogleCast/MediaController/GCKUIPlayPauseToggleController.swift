public import Foundation

/// Connects a custom play/pause control to a media controller.
///
/// Override the properties, or observe them with KVO on Apple platforms. An override must call the superclass, as an
/// override with `didSet` does.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIPlayPauseToggleController)@objcMembers
#endif
open class GCKUIPlayPauseToggleController: NSObject {
    weak var owner: GCKUIMediaController?

    public override init() {
        super.init()
    }

    /// The current state. Assigning another state sends one request to change it.
    open var playPauseState: GCKUIPlayPauseState = .none {
        willSet {
            #if canImport(ObjectiveC)
            willChangeValue(forKey: "playPauseState")
            #endif
        }
        didSet {
            #if canImport(ObjectiveC)
            didChangeValue(forKey: "playPauseState")
            #endif
            owner?.wasAssigned(playPauseState, of: self)
        }
    }

    /// Whether assigning a state has an effect. Also false while a request is pending.
    open var inputEnabled: Bool = false {
        willSet {
            #if canImport(ObjectiveC)
            willChangeValue(forKey: "inputEnabled")
            #endif
        }
        didSet {
            #if canImport(ObjectiveC)
            didChangeValue(forKey: "inputEnabled")
            #endif
        }
    }
}

/// Connects a custom playback rate control to a media controller.
///
/// Override the properties, or observe them with KVO on Apple platforms. An override must call the superclass, as an
/// override with `didSet` does.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIPlaybackRateController)@objcMembers
#endif
open class GCKUIPlaybackRateController: NSObject {
    weak var owner: GCKUIMediaController?

    public override init() {
        super.init()
    }

    /// The requested playback rate, where 1 is normal speed, whether or not media is playing. Assigning another rate
    /// sends a request. Values outside the range of receivers are clamped to 0.5 or 2.
    open var playbackRate: Float = 1 {
        willSet {
            #if canImport(ObjectiveC)
            willChangeValue(forKey: "playbackRate")
            #endif
        }
        didSet {
            #if canImport(ObjectiveC)
            didChangeValue(forKey: "playbackRate")
            #endif
            owner?.wasAssigned(rate: playbackRate, of: self)
        }
    }

    /// Whether assigning a rate has an effect. Also false while a request is pending.
    open var inputEnabled: Bool = false {
        willSet {
            #if canImport(ObjectiveC)
            willChangeValue(forKey: "inputEnabled")
            #endif
        }
        didSet {
            #if canImport(ObjectiveC)
            didChangeValue(forKey: "inputEnabled")
            #endif
        }
    }
}

/// Connects a custom seek bar to a media controller.
///
/// Override the properties, or observe them with KVO on Apple platforms. An override must call the superclass, as an
/// override with `didSet` does.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIStreamPositionController)@objcMembers
#endif
open class GCKUIStreamPositionController: NSObject {
    weak var owner: GCKUIMediaController?

    public override init() {
        super.init()
    }

    /// The position in seconds, updated once a second during playback and when it jumps. Assigning another position
    /// seeks to it, if the stream is seekable. ``kGCKInvalidTimeInterval`` if there is no position.
    open var streamPosition: TimeInterval = kGCKInvalidTimeInterval {
        willSet {
            #if canImport(ObjectiveC)
            willChangeValue(forKey: "streamPosition")
            #endif
        }
        didSet {
            #if canImport(ObjectiveC)
            didChangeValue(forKey: "streamPosition")
            #endif
            owner?.wasAssigned(position: streamPosition, of: self)
        }
    }

    /// The duration in seconds. ``kGCKInvalidTimeInterval`` if it is unknown, and for live streams. Assigning it has no
    /// effect.
    open var streamDuration: TimeInterval = kGCKInvalidTimeInterval {
        willSet {
            #if canImport(ObjectiveC)
            willChangeValue(forKey: "streamDuration")
            #endif
        }
        didSet {
            #if canImport(ObjectiveC)
            didChangeValue(forKey: "streamDuration")
            #endif
        }
    }

    /// Whether assigning a position has an effect. Also false while a request is pending.
    open var inputEnabled: Bool = false {
        willSet {
            #if canImport(ObjectiveC)
            willChangeValue(forKey: "inputEnabled")
            #endif
        }
        didSet {
            #if canImport(ObjectiveC)
            didChangeValue(forKey: "inputEnabled")
            #endif
        }
    }
}
