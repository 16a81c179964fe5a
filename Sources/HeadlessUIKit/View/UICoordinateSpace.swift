#if !canImport(UIKit)
public import Foundation

/// What has coordinates of its own.
@preconcurrency
@MainActor
public protocol UICoordinateSpace: NSObjectProtocol {
    var bounds: CGRect { get }
}
#endif
