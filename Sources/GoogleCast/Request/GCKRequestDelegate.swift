public import Foundation

/// Hears what became of a ``GCKRequest``: one of these, once.
@preconcurrency
@MainActor
public protocol GCKRequestDelegate: NSObjectProtocol {
    /// What was asked for was done.
    func requestDidComplete(_ request: GCKRequest)

    /// It was not done.
    func request(_ request: GCKRequest, didFailWithError error: GCKError)

    /// Nobody waits for it any more.
    func request(_ request: GCKRequest, didAbortWith abortReason: GCKRequestAbortReason)
}

extension GCKRequestDelegate {
    public func requestDidComplete(_ request: GCKRequest) {}

    public func request(_ request: GCKRequest, didFailWithError error: GCKError) {}

    public func request(_ request: GCKRequest, didAbortWith abortReason: GCKRequestAbortReason) {}
}
