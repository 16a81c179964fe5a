// SPDX-License-Identifier: Apache-2.0

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
    open dynamic var playPauseState: GCKUIPlayPauseState = .none {
        didSet {
            owner?.wasAssigned(playPauseState, of: self)
        }
    }

    /// Whether assigning a state has an effect. Also false while a request is pending.
    open dynamic var inputEnabled: Bool = false
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
    open dynamic var playbackRate: Float = 1 {
        didSet {
            owner?.wasAssigned(rate: playbackRate, of: self)
        }
    }

    /// Whether assigning a rate has an effect. Also false while a request is pending.
    open dynamic var inputEnabled: Bool = false
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
    open dynamic var streamPosition: TimeInterval = kGCKInvalidTimeInterval {
        didSet {
            owner?.wasAssigned(position: streamPosition, of: self)
        }
    }

    /// The duration in seconds. ``kGCKInvalidTimeInterval`` if it is unknown, and for live streams. Assigning it has no
    /// effect.
    open dynamic var streamDuration: TimeInterval = kGCKInvalidTimeInterval

    /// Whether assigning a position has an effect. Also false while a request is pending.
    open dynamic var inputEnabled: Bool = false
}
