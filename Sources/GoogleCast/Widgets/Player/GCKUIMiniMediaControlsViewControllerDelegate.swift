public import Foundation

/// Makes room for a mini controller.
@preconcurrency
@MainActor
public protocol GCKUIMiniMediaControlsViewControllerDelegate: NSObjectProtocol {
    /// There is something to control now, or nothing any more: ``GCKUIMiniMediaControlsViewController/active`` has changed.
    func miniMediaControlsViewController(
        _ miniMediaControlsViewController: GCKUIMiniMediaControlsViewController,
        shouldAppear: Bool
    )
}
