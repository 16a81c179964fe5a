// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore

/// Passes elements from one task to another, one at a time: the sender waits until the receiver has taken an element, so
/// it is never more than one element ahead.
final class Handoff<Element: Sendable>: Sendable {
    private enum State {
        case idle
        /// The sender waits.
        case offered(Element, CheckedContinuation<Void, any Error>)
        /// The receiver waits.
        case requested(CheckedContinuation<Element?, any Error>)
        case ended(Result<Void, any Error>)
    }

    /// What the receiver gets.
    private enum Outcome {
        case wait
        case element(Element, CheckedContinuation<Void, any Error>)
        case end(Result<Void, any Error>)
    }

    private let state = NIOLockedValueBox(State.idle)

    /// Passes an element, and returns when the receiver has it.
    ///
    /// - Throws: `CancellationError` if the task was canceled or the receiver has ended.
    func send(_ element: Element) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (sender: CheckedContinuation<Void, any Error>) in
                let outcome: (receiver: CheckedContinuation<Element?, any Error>?, isEnded: Bool) =
                    state.withLockedValue { state in
                        switch state {
                        case .idle:
                            state = .offered(element, sender)
                            return (nil, false)
                        case .requested(let receiver):
                            state = .idle
                            return (receiver, false)
                        case .offered, .ended: return (nil, true)
                        }
                    }
                if let receiver = outcome.receiver {
                    receiver.resume(returning: element)
                    sender.resume()
                } else if outcome.isEnded {
                    sender.resume(throwing: CancellationError())
                }
            }
        } onCancel: {
            finish(throwing: CancellationError())
        }
    }

    /// Returns the next element; `nil` at the end.
    ///
    /// - Parameters:
    ///   - limit: The time to wait for it.
    ///   - loop: The event loop for the timer.
    ///   - error: The error after that time, which ends the sequence.
    /// - Throws: The error with which the sequence ended, or `CancellationError` if the task was canceled.
    func next(within limit: Duration, on loop: any EventLoop, else error: any Error) async throws -> Element? {
        let timer = loop.scheduleTask(in: TimeAmount(limit)) { self.finish(throwing: error) }
        defer { timer.cancel() }
        return try await next()
    }

    private func next() async throws -> Element? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (receiver: CheckedContinuation<Element?, any Error>) in
                let outcome: Outcome = state.withLockedValue { state in
                    switch state {
                    case .idle:
                        state = .requested(receiver)
                        return .wait
                    case .offered(let element, let sender):
                        state = .idle
                        return .element(element, sender)
                    case .requested: return .end(.failure(CancellationError()))
                    case .ended(let result): return .end(result)
                    }
                }
                switch outcome {
                case .wait: break
                case .element(let element, let sender):
                    receiver.resume(returning: element)
                    sender.resume()
                case .end(.success): receiver.resume(returning: nil)
                case .end(.failure(let error)): receiver.resume(throwing: error)
                }
            }
        } onCancel: {
            finish(throwing: CancellationError())
        }
    }

    /// Ends the sequence. Has no effect after the first call.
    ///
    /// - Parameter error: The error for the receiver; `nil` for the regular end.
    func finish(throwing error: (any Error)? = nil) {
        let result: Result<Void, any Error> = error.map { .failure($0) } ?? .success(())
        let waiting: State = state.withLockedValue { state in
            if case .ended = state { return .idle }
            defer { state = .ended(result) }
            return state
        }
        switch waiting {
        case .offered(_, let sender): sender.resume(throwing: CancellationError())
        case .requested(let receiver):
            if let error { receiver.resume(throwing: error) } else { receiver.resume(returning: nil) }
        case .idle, .ended: break
        }
    }
}
