#if !canImport(UIKit)
public import Foundation

/// What has an environment for which it is drawn.
@preconcurrency
@MainActor
public protocol UITraitEnvironment: NSObjectProtocol {
    var traitCollection: UITraitCollection { get }
    func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}
#endif
