import CastSender

extension GCKRequest {
    /// A request that cannot be sent: it fails in the main thread's next turn.
    static func failing(_ code: GCKErrorCode) -> GCKRequest {
        let request = GCKRequest(id: makeLocalID())
        request.finishLater(.failed(GCKError(code: code)))
        return request
    }

    /// A request that is done already; the delegate hears of it in the main thread's next turn.
    static func completing() -> GCKRequest {
        let request = GCKRequest(id: makeLocalID())
        request.finishLater(.completed)
        return request
    }

    /// A request that the engine carries out.
    ///
    /// - Parameters:
    ///   - connection: Whose next number it takes: the first message that the operation sends goes out under it.
    ///   - settle: What becomes of the engine's answer; nil when somebody else settles the request.
    ///   - operation: What is asked of the engine, in the order of the calls. Cancelled with the request.
    static func performing(
        over connection: CastConnection,
        settle: @escaping @MainActor (Result<Void, CastError>) -> Outcome? = GCKRequest.outcome,
        _ operation: @escaping @Sendable (isolated CastConnection) async throws(CastError) -> Void
    ) -> GCKRequest {
        let request = GCKRequest(id: connection.makeRequestID())
        let number = ReservedRequestID(request.id)
        request.work = Task { @MainActor in
            let result = await ReservedRequestID.$current.withValue(number) {
                do throws(CastError) {
                    try await operation(connection)
                    return Result<Void, CastError>.success(())
                } catch {
                    return .failure(error)
                }
            }
            guard !Task.isCancelled, let outcome = settle(result) else { return }
            request.finish(outcome)
        }
        return request
    }

    /// What an answer of the engine is for a request.
    static func outcome(of result: Result<Void, CastError>) -> Outcome? {
        switch result {
        case .success: .completed
        case .failure(let error) where error.code == .requestReplaced: .aborted(.replaced)
        case .failure(let error): .failed(GCKError(error))
        }
    }
}
