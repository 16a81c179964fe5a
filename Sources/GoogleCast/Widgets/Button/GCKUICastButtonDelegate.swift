import CastUI
public import Foundation

/// Answers taps on a cast button in the place of the framework.
///
/// Each method that a delegate does not have does what happens without a delegate.
@preconcurrency
@MainActor
public protocol GCKUICastButtonDelegate: NSObjectProtocol {
    /// The button was tapped for the first time ever, before devices were looked for: the app explains why it needs the
    /// local network, and starts discovery then.
    func castButtonDidTap(toPresentLocalNetworkAccessPermissionDialog castButton: GCKUICastButton)

    /// The button was tapped: the app shows its own dialog, and changes it with ``GCKCastContext/castState``.
    ///
    /// - Parameters:
    ///   - castButton: The button.
    ///   - castState: The state at the tap.
    func castButtonDidTap(_ castButton: GCKUICastButton, toPresentDialogFor castState: GCKCastState)
}

extension GCKUICastButtonDelegate {
    public func castButtonDidTap(toPresentLocalNetworkAccessPermissionDialog castButton: GCKUICastButton) {
        castButton.send(.explainNetwork)
    }

    public func castButtonDidTap(_ castButton: GCKUICastButton, toPresentDialogFor castState: GCKCastState) {
        castButton.send(.openDialog)
    }
}
