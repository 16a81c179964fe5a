public import Foundation

/// The time that is none: not a number. Compare with ``GCKIsValidTimeInterval(_:)``, never with `==`.
public let kGCKInvalidTimeInterval: TimeInterval = .nan

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Whether a time is one. Infinity is: it stands for "live" and for "to the end".
public func GCKIsValidTimeInterval(_ timeInterval: TimeInterval) -> Bool {
    !timeInterval.isNaN
}
