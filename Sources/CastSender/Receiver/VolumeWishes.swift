import CastWire
import NIOCore

/// The wishes about a device's own volume.
struct VolumeWishes {
    var level = Reconciler<Double>(agree: MediaWishes.isSameLevel)
    var muted = Reconciler<Bool>()

    /// When one of them has something to do next.
    var alarm: NIODeadline? { [level.alarm, muted.alarm].compactMap { $0 }.min() }

    mutating func reported(_ volume: Volume?) {
        if let level = volume?.boundedLevel { self.level.reported(level) }
        if let muted = volume?.muted { self.muted.reported(muted) }
    }
}
