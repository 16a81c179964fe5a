public import Foundation

/// Stands between a media controller and a seek bar of the app's own kind.
///
/// Override the properties, or observe them by key-value observing where there is Objective-C. An override calls the
/// superclass, as one with `didSet` does.
@preconcurrency
@MainActor
open class GCKUIStreamPositionController: NSObject {
    weak var owner: GCKUIMediaController?

    public override init() {
        super.init()
    }

    /// The position in seconds, written once a second while it advances and when it jumps. To assign another one is to
    /// seek; in a stream in which one cannot, nothing happens. ``kGCKInvalidTimeInterval`` where there is none.
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

    /// The length in seconds; ``kGCKInvalidTimeInterval`` where it is not known, and for a live stream. To assign it means
    /// nothing.
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

    /// Whether assigning a position can have an effect now: false during a command too.
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
