#if !canImport(UIKit)
public import Foundation

/// Something a person can do with a view.
@preconcurrency
@MainActor
public protocol UIInteraction: NSObjectProtocol {
    var view: UIView? { get }
    func willMove(to view: UIView?)
    func didMove(to view: UIView?)
}
#endif
