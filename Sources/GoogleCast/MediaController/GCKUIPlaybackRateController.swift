public import Foundation

/// Stands between a media controller and a control of the app's own kind for the speed of playback.
///
/// Override the properties, or observe them by key-value observing where there is Objective-C. An override calls the
/// superclass, as one with `didSet` does.
@preconcurrency
@MainActor
open class GCKUIPlaybackRateController: NSObject {
    weak var owner: GCKUIMediaController?

    public override init() {
        super.init()
    }

    /// The speed as wished; 1 is the ordinary one, whether or not it plays. To assign another one is to ask for it;
    /// what receivers do not take becomes 0.5 or 2.
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

    /// Whether assigning a speed can have an effect now: false during a command too.
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
