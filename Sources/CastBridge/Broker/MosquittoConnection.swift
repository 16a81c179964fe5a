// SPDX-License-Identifier: Apache-2.0

#if MQTT
import CastConcurrency
import Dispatch
import Foundation
import NIOConcurrencyHelpers
import NIOCore

/// Connects to a broker with libmosquitto.
struct MosquittoConnector: BrokerConnector {
    var address: BrokerAddress
    /// How long the broker may take until it has accepted the connection.
    var timeLimit = Duration.seconds(10)

    var name: String { address.name }

    func connect(client: String, will: BrokerMessage?) async throws(BrokerError) -> any BrokerConnection {
        let connection = try MosquittoConnection(to: address, client: client, will: will)
        try await connection.open(within: timeLimit)
        return connection
    }
}

/// A connection with libmosquitto, which has a thread of its own. What is published waits for the thread, which is woken once for
/// all that has come meanwhile.
final class MosquittoConnection: BrokerConnection {
    /// The number of messages that may wait for the reader.
    private static let inboxLimit = 4096

    private struct State {
        var phase = Phase.connecting
        var operations: [MosquittoClient.Operation] = []
        var number = 0
        var handler: (@Sendable ([BrokerEvent]) -> Void)?
        /// What happened before there was a handler.
        var backlog: [BrokerEvent] = []
    }

    private enum Phase {
        case connecting
        case open
        /// The broker gets what was published before. Until the time, at the latest.
        case closing(until: NIODeadline)
        /// Nobody waits for the broker anymore.
        case abandoned
        case closed

        var isOpen: Bool {
            guard case .open = self else { return false }
            return true
        }
    }

    private let address: BrokerAddress
    private let client: String
    private let will: BrokerMessage?
    private let state = NIOLockedValueBox(State())
    /// Has a unit for each message that may be put into the inbox.
    private let inbox = DispatchSemaphore(value: 0)
    /// The ends of a pipe: a byte in it wakes the thread.
    private let wakeUp: (read: Int32, write: Int32)
    private let opened = CurrentValue<Result<Void, BrokerError>>(nil)
    private let ended = CurrentValue<Void>(nil)

    init(to address: BrokerAddress, client: String, will: BrokerMessage?) throws(BrokerError) {
        self.address = address
        self.client = client
        self.will = will
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw BrokerError(
                .unreachable,
                broker: address.name,
                "no file is left: \(String(cString: strerror(errno)))"
            )
        }
        wakeUp = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        // Not as an initial value: a semaphore may not be released with less than that.
        for _ in 0..<Self.inboxLimit { inbox.signal() }
    }

    deinit {
        _ = Foundation.close(wakeUp.read)
        _ = Foundation.close(wakeUp.write)
    }

    // MARK: Use

    /// Connects, and waits until the broker has accepted the connection.
    func open(within limit: Duration) async throws(BrokerError) {
        Thread.detachNewThread { [self] in run() }
        let result = await withTaskGroup(of: Result<Void, BrokerError>?.self) { group in
            let outcomes = opened.stream
            group.addTask { await outcomes.first { _ in true } }
            group.addTask {
                try? await Task.sleep(for: limit)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        guard let result else {
            abandon()
            throw BrokerError(.unreachable, broker: address.name, "the broker did not respond within \(limit)")
        }
        try result.get()
    }

    func receive(_ handler: @escaping @Sendable ([BrokerEvent]) -> Void) {
        let backlog = state.withLockedValue { state in
            state.handler = handler
            defer { state.backlog = [] }
            return state.backlog
        }
        if !backlog.isEmpty { handler(backlog) }
    }

    func handled(_ count: Int) { for _ in 0..<count { inbox.signal() } }

    func publish(_ message: BrokerMessage) -> Int? { enqueue { .publish($0, message) } }

    func subscribe(_ filters: [String], wantsOwnMessages: Bool) -> Int? {
        enqueue { .subscribe($0, filters, wantsOwnMessages) }
    }

    func unsubscribe(_ filters: [String]) { _ = enqueue { _ in .unsubscribe(filters) } }

    private func enqueue(_ operation: (Int) -> MosquittoClient.Operation) -> Int? {
        let result: (number: Int, isFirst: Bool)? = state.withLockedValue { state in
            guard state.phase.isOpen else { return nil }
            state.number += 1
            state.operations.append(operation(state.number))
            return (state.number, state.operations.count == 1)
        }
        if result?.isFirst == true { wake() }
        return result?.number
    }

    private func wake() { _ = write(wakeUp.write, [1], 1) }

    func close() async {
        state.withLockedValue { state in
            guard state.phase.isOpen else { return }
            state.phase = .closing(until: .now() + .seconds(1))
            state.operations.append(.disconnect)
        }
        abandon()
        wake()
        // The thread may wait for a reader who reads nothing more.
        inbox.signal()
        for await _ in ended.stream { return }
    }

    /// Ends the thread, unless the broker is still to get something.
    private func abandon() {
        state.withLockedValue { state in
            switch state.phase {
            case .connecting, .open: state.phase = .abandoned
            case .closing, .abandoned, .closed: break
            }
        }
    }

    // MARK: The thread

    private func run() {
        let batch = Batch()
        var failure = BrokerError(.connectionLost, broker: address.name, "the connection was closed")
        do throws(BrokerError) {
            let client = try MosquittoClient(address, id: client, will: will) { [unowned self] in handle($0, batch) }
            try client.connect()
            while let operations = takeOperations() {
                for operation in operations { client.perform(operation) }
                try client.wait(for: wakeUp.read)
                pass(batch)
            }
        } catch {
            failure = error
        }
        state.withLockedValue { $0.phase = .closed }
        if opened.value == nil { opened.publish(.failure(failure)) }
        opened.finish()
        batch.events.append(.closed(failure))
        pass(batch)
        ended.publish(())
    }

    /// What has happened since the last time the thread passed it on.
    private final class Batch {
        var events: [BrokerEvent] = []
    }

    private func pass(_ batch: Batch) {
        guard !batch.events.isEmpty else { return }
        let events = batch.events
        batch.events = []
        let handler = state.withLockedValue { state in
            if state.handler == nil { state.backlog += events }
            return state.handler
        }
        handler?(events)
    }

    /// Returns what to do; nil if the thread is to end.
    private func takeOperations() -> [MosquittoClient.Operation]? {
        state.withLockedValue { state in
            switch state.phase {
            case .connecting, .open: break
            case .closing(let until): if until <= .now() { return nil }
            case .abandoned, .closed: return nil
            }
            let operations = state.operations
            state.operations = []
            return operations
        }
    }

    private func handle(_ event: MosquittoClient.Event, _ batch: Batch) {
        switch event {
        case .connected(nil):
            let isWanted = state.withLockedValue { state in
                guard case .connecting = state.phase else { return false }
                state.phase = .open
                return true
            }
            if isWanted { opened.publish(.success(())) }
        case .connected(let error?):
            opened.publish(.failure(error))
            abandon()
        case .broker(.message(let message)):
            guard state.withLockedValue({ $0.phase.isOpen }) else { return }
            // Waits while the reader is behind, so that the broker gets no more confirmations, and sends no more.
            if inbox.wait(timeout: .now()) == .timedOut {
                pass(batch)
                inbox.wait()
            }
            batch.events.append(.message(message))
        case .broker(let event): batch.events.append(event)
        }
    }
}
#endif
