public import Foundation

/// One operation that takes its time, from the call that began it to its one outcome.
///
/// The outcome is never delivered before the main thread's next turn, so a delegate that is set right after the call hears
/// it. Requests of the framework keep themselves until then.
@preconcurrency
@MainActor
open class GCKRequest: NSObject {
    /// What becomes of a request.
    enum Outcome {
        case completed
        case failed(GCKError)
        case aborted(GCKRequestAbortReason)
    }

    private weak var listener: (any GCKRequestDelegate)?
    let id: GCKRequestID
    private let isExternal: Bool
    private(set) var outcome: Outcome?
    /// What is under way; cancelled with the request. It holds the request.
    var work: Task<Void, Never>?
    /// Called with the outcome, before the delegate.
    var onEnd: ((GCKRequest) -> Void)?

    init(id: GCKRequestID, external: Bool = false) {
        self.id = id
        isExternal = external
        super.init()
    }

    /// Hears the outcome. Held weakly.
    weak open var delegate: (any GCKRequestDelegate)? {
        get {
            requireMainThread(of: GCKRequest.self)
            return listener
        }
        set {
            requireMainThread(of: GCKRequest.self)
            listener = newValue
        }
    }

    /// The request's number; the one of its message, where there is one.
    open var requestID: GCKRequestID {
        requireMainThread(of: GCKRequest.self)
        return id
    }

    /// Why it failed; nil when it did not.
    open var error: GCKError? {
        requireMainThread(of: GCKRequest.self)
        guard case .failed(let error) = outcome else { return nil }
        return error
    }

    /// Whether the outcome is still to come.
    open var inProgress: Bool {
        requireMainThread(of: GCKRequest.self)
        return outcome == nil
    }

    /// Whether the app made it, by ``application()``.
    open var external: Bool {
        requireMainThread(of: GCKRequest.self)
        return isExternal
    }

    /// Stops waiting for the outcome; the receiver may still do what was asked. The delegate hears of it before this
    /// returns. Does nothing when the outcome is known.
    open func cancel() {
        requireMainThread(of: GCKRequest.self)
        finish(.aborted(.cancelled))
    }

    // MARK: Requests of the app's own

    /// A request that the app begins and ends itself.
    open class func application() -> GCKRequest {
        requireMainThread(of: GCKRequest.self)
        return GCKRequest(id: makeLocalID(), external: true)
    }

    /// Ends a request of the app's own: done.
    open func complete() {
        requireMainThread(of: GCKRequest.self)
        requireExternal()
        finish(.completed)
    }

    /// Ends a request of the app's own: not done.
    open func failWithError(_ error: GCKError) {
        requireMainThread(of: GCKRequest.self)
        requireExternal()
        finish(.failed(error))
    }

    /// Ends a request of the app's own: given up.
    open func abort(with reason: GCKRequestAbortReason) {
        requireMainThread(of: GCKRequest.self)
        requireExternal()
        finish(.aborted(reason))
    }

    private func requireExternal(_ method: StaticString = #function) {
        guard !isExternal else { return }
        raise("NSInternalInconsistencyException", "GCKRequest.\(method) is for requests that the app made itself")
    }

    // MARK: Inside

    /// Numbers of requests without a message begin where those of messages end.
    private static var lastLocalID = Int(Int32.max)

    /// A number for a request that has no message.
    static func makeLocalID() -> GCKRequestID {
        lastLocalID += 1
        return lastLocalID
    }

    /// Settles the request; a second time is ignored.
    func finish(_ outcome: Outcome) {
        guard self.outcome == nil else { return }
        self.outcome = outcome
        work?.cancel()
        work = nil
        let onEnd = onEnd
        self.onEnd = nil
        onEnd?(self)
        switch outcome {
        case .completed: listener?.requestDidComplete(self)
        case .failed(let error): listener?.request(self, didFailWithError: error)
        case .aborted(let reason): listener?.request(self, didAbortWith: reason)
        }
    }

    /// Settles the request in the main thread's next turn, unless it is settled by then.
    func finishLater(_ outcome: Outcome) {
        work = Task { @MainActor in self.finish(outcome) }
    }
}
