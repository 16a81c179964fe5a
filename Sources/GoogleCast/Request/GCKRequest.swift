// SPDX-License-Identifier: Apache-2.0

import CastSender
public import Foundation

/// An asynchronous operation with exactly one outcome.
///
/// The outcome is never reported before the next turn of the main thread, so a delegate that is set right after the
/// call is notified. Requests of the framework retain themselves until then.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKRequest)@objcMembers
#endif
open class GCKRequest: NSObject {
    /// The outcome of a request.
    enum Outcome {
        case completed
        case failed(GCKError)
        case aborted(GCKRequestAbortReason)
    }

    private weak var listener: (any GCKRequestDelegate)?
    let id: GCKRequestID
    private let isExternal: Bool
    private(set) var outcome: Outcome?
    /// The task of the operation, which is canceled with the request. It retains the request.
    var work: Task<Void, Never>?
    /// Called when the request ends, before the delegate.
    var onEnd: ((GCKRequest) -> Void)?

    /// Creates a request of the app, as ``application()`` does. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(id: Self.makeLocalID(), external: true) }

    init(id: GCKRequestID, external: Bool = false) {
        self.id = id
        isExternal = external
        super.init()
    }

    /// The delegate, which is notified of the outcome. Held weakly.
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

    /// The ID of the request. Equal to the request ID of its message, if it has one.
    open var requestID: GCKRequestID {
        requireMainThread(of: GCKRequest.self)
        return id
    }

    /// The error with which the request failed. Nil if it didn't fail.
    open var error: GCKError? {
        requireMainThread(of: GCKRequest.self)
        guard case .failed(let error) = outcome else { return nil }
        return error
    }

    /// Whether the request is still in progress.
    open var inProgress: Bool {
        requireMainThread(of: GCKRequest.self)
        return outcome == nil
    }

    /// Whether the app created the request with ``application()``.
    open var external: Bool {
        requireMainThread(of: GCKRequest.self)
        return isExternal
    }

    /// Cancels the request. The receiver may still perform it. The delegate is notified before this method returns. Has
    /// no effect if the request has already ended.
    open func cancel() {
        requireMainThread(of: GCKRequest.self)
        finish(.aborted(.cancelled))
    }

    // MARK: Application requests

    /// Creates a request that the app completes itself.
    #if canImport(ObjectiveC)
    @objc(applicationRequest)
    #endif
    open class func application() -> GCKRequest {
        requireMainThread(of: GCKRequest.self)
        return GCKRequest()
    }

    /// Completes an application request.
    open func complete() {
        requireMainThread(of: GCKRequest.self)
        requireExternal()
        finish(.completed)
    }

    /// Fails an application request.
    open func failWithError(_ error: GCKError) {
        requireMainThread(of: GCKRequest.self)
        requireExternal()
        finish(.failed(error))
    }

    /// Aborts an application request.
    #if canImport(ObjectiveC)
    @objc(abortWithReason:)
    #endif
    open func abort(with reason: GCKRequestAbortReason) {
        requireMainThread(of: GCKRequest.self)
        requireExternal()
        finish(.aborted(reason))
    }

    private func requireExternal(_ method: StaticString = #function) {
        guard !isExternal else { return }
        raise("NSInternalInconsistencyException", "GCKRequest.\(method) requires a request made by application()")
    }

    // MARK: Implementation

    /// IDs of requests without a message start above the range of message request IDs.
    private static var lastLocalID = Int(Int32.max)

    /// Returns an ID for a request that has no message.
    static func makeLocalID() -> GCKRequestID {
        lastLocalID += 1
        return lastLocalID
    }

    /// Ends the request. Ignored if it has already ended.
    func finish(_ outcome: Outcome) {
        guard self.outcome == nil else { return }
        self.outcome = outcome
        work?.cancel()
        work = nil
        let onEnd = onEnd
        self.onEnd = nil
        onEnd?(self)
        switch outcome {
        case .completed: listener?.implemented.requestDidComplete(self)
        case .failed(let error): listener?.implemented.request(self, didFailWithError: error)
        case .aborted(let reason): listener?.implemented.request(self, didAbortWith: reason)
        }
    }

    /// Ends the request in the next turn of the main thread, unless it ends before.
    func finishLater(_ outcome: Outcome) {
        work = Task { @MainActor in self.finish(outcome) }
    }
}

#if !canImport(ObjectiveC)
/// Receives the outcome of a ``GCKRequest``. Exactly one of the methods is called, once.
@preconcurrency
@MainActor
public protocol GCKRequestDelegate: NSObjectProtocol {
    /// Called when the request completed.
    func requestDidComplete(_ request: GCKRequest)

    /// Called when the request failed.
    func request(_ request: GCKRequest, didFailWithError error: GCKError)

    /// Called when the request was aborted.
    func request(_ request: GCKRequest, didAbortWith abortReason: GCKRequestAbortReason)
}

extension GCKRequestDelegate {
    public func requestDidComplete(_ request: GCKRequest) {}

    public func request(_ request: GCKRequest, didFailWithError error: GCKError) {}

    public func request(_ request: GCKRequest, didAbortWith abortReason: GCKRequestAbortReason) {}
}
#endif

/// The reason why a request was aborted.
#if canImport(ObjectiveC)
@objc(GCKRequestAbortReason)
#endif
public enum GCKRequestAbortReason: Int, CaseIterable, Sendable {
    /// The request was superseded by a newer request of the same kind.
    case replaced = 1
    /// The app canceled the request.
    case cancelled = 2
}

extension GCKRequest {
    /// Returns a request that can't be sent. It fails in the next turn of the main thread.
    static func failing(_ code: GCKErrorCode) -> GCKRequest {
        let request = GCKRequest(id: makeLocalID())
        request.finishLater(.failed(GCKError(code: code)))
        return request
    }

    /// Returns a request that is already completed. The delegate is notified in the next turn of the main thread.
    static func completing() -> GCKRequest {
        let request = GCKRequest(id: makeLocalID())
        request.finishLater(.completed)
        return request
    }

    /// Returns a request that the engine performs.
    ///
    /// - Parameters:
    ///   - connection: The connection whose next request ID is used.
    ///   - settle: Converts the result to the request's outcome. Returns nil if the request is settled elsewhere.
    ///   - operation: The operation. Receives the request ID, which the first message that it sends must have.
    ///     Operations start in the order of the calls. Canceled with the request.
    static func performing(
        over connection: CastConnection,
        settle: @escaping @MainActor (Result<Void, CastError>) -> Outcome? = GCKRequest.outcome,
        _ operation:
            @escaping @Sendable (isolated CastConnection, _ requestID: Int) async throws(CastError) -> Void
    ) -> GCKRequest {
        let request = GCKRequest(id: connection.makeRequestID())
        let requestID = request.id
        request.work = Task { @MainActor in
            let result: Result<Void, CastError>
            do throws(CastError) {
                try await operation(connection, requestID)
                result = .success(())
            } catch {
                result = .failure(error)
            }
            guard !Task.isCancelled, let outcome = settle(result) else { return }
            request.finish(outcome)
        }
        return request
    }

    /// Converts the engine's result to the outcome of a request.
    static func outcome(of result: Result<Void, CastError>) -> Outcome? {
        switch result {
        case .success: .completed
        case .failure(let error) where error.code == .requestReplaced: .aborted(.replaced)
        case .failure(let error): .failed(GCKError(error))
        }
    }
}
