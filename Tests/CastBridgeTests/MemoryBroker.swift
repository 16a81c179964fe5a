// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

@testable import CastBridge

/// A broker in memory: retained messages, wildcards, last wills, one order for all subscribers.
final class MemoryBroker: BrokerConnector {
    private struct State {
        var retained: [String: BrokerMessage] = [:]
        var connections: [Connection] = []
        var refusal: BrokerError?
        var isSlow = false
    }

    private let state = NIOLockedValueBox(State())

    let name = "memory:1883"
    let executor: any SerialExecutor = MultiThreadedEventLoopGroup.singleton.next().executor

    /// The number of connections.
    var connectionCount: Int { state.withLockedValue { $0.connections.count } }

    /// Makes the broker refuse connections; nil accepts them again. Ends the present ones.
    func refuse(_ error: BrokerError?) {
        let connections = state.withLockedValue { state in
            state.refusal = error
            return error == nil ? [] : state.connections
        }
        for connection in connections { end(connection, publishesWill: true) }
    }

    /// Makes the broker accept a connection only when the task that waits for it has been canceled.
    func becomeSlow() { state.withLockedValue { $0.isSlow = true } }

    nonisolated(nonsending) func connect(
        client: String,
        will: BrokerMessage?
    ) async throws(BrokerError) -> any BrokerConnection {
        if let refusal = state.withLockedValue({ $0.refusal }) { throw refusal }
        if state.withLockedValue({ $0.isSlow }) { try? await Task.sleep(for: .seconds(3600)) }
        let connection = Connection(self, will: will)
        state.withLockedValue { $0.connections.append(connection) }
        return connection
    }

    fileprivate func deliver(_ message: BrokerMessage) {
        var live = message
        live.isRetained = false
        state.withLockedValue { state in
            if message.isRetained { state.retained[message.topic] = message.payload.isEmpty ? nil : message }
            for connection in state.connections { connection.receive(live) }
        }
    }

    fileprivate func subscribe(_ connection: Connection, _ filters: [String]) {
        state.withLockedValue { state in
            for message in state.retained.values
            where filters.contains(where: { SimulatedSite.matches(message.topic, $0) }) {
                connection.receive(message)
            }
        }
    }

    fileprivate func end(_ connection: Connection, publishesWill: Bool) {
        let isPresent = state.withLockedValue { state in
            let count = state.connections.count
            state.connections.removeAll { $0 === connection }
            return state.connections.count < count
        }
        guard isPresent else { return }
        if publishesWill, let will = connection.will { deliver(will) }
        connection.finish(BrokerError(.connectionLost, broker: name, "the connection ended"))
    }

    final class Connection: BrokerConnection, Sendable {
        private struct Inbox {
            var events: [BrokerEvent] = []
            var reader: CheckedContinuation<Void, Never>?
        }

        private let inbox = NIOLockedValueBox(Inbox())
        private let broker: MemoryBroker
        private let number = NIOLockedValueBox(0)
        private let filters = NIOLockedValueBox<[String]>([])
        fileprivate let will: BrokerMessage?

        init(_ broker: MemoryBroker, will: BrokerMessage?) {
            self.broker = broker
            self.will = will
        }

        private func next() -> Int {
            number.withLockedValue { number in
                number += 1
                return number
            }
        }

        nonisolated(nonsending) func nextEvents() async -> [BrokerEvent] {
            await withCheckedContinuation { continuation in
                let isReady = inbox.withLockedValue { inbox in
                    if inbox.events.isEmpty { inbox.reader = continuation }
                    return !inbox.events.isEmpty
                }
                if isReady { continuation.resume() }
            }
            return inbox.withLockedValue { inbox in
                defer { inbox.events = [] }
                return inbox.events
            }
        }

        private func pass(_ event: BrokerEvent) {
            let reader = inbox.withLockedValue { inbox in
                inbox.events.append(event)
                defer { inbox.reader = nil }
                return inbox.reader
            }
            reader?.resume()
        }

        func publish(_ message: BrokerMessage) -> Int? {
            let number = next()
            // A topic for which no client has the right.
            guard !message.topic.hasPrefix("forbidden/"), !message.topic.contains("/forbidden/") else {
                pass(.refused(number, "not authorized"))
                return number
            }
            broker.deliver(message)
            pass(.confirmed(number))
            return number
        }

        func subscribe(_ added: [String], wantsOwnMessages: Bool) -> Int? {
            filters.withLockedValue { $0 += added }
            let number = next()
            pass(.subscribed(number))
            broker.subscribe(self, added)
            return number
        }

        func unsubscribe(_ removed: [String]) { filters.withLockedValue { $0.removeAll(where: removed.contains) } }

        nonisolated(nonsending) func close() async { broker.end(self, publishesWill: false) }

        fileprivate func receive(_ message: BrokerMessage) {
            let matches = filters.withLockedValue { filters in
                filters.contains { SimulatedSite.matches(message.topic, $0) }
            }
            if matches { pass(.message(message)) }
        }

        fileprivate func finish(_ error: BrokerError) {
            pass(.closed(error))
        }
    }
}
