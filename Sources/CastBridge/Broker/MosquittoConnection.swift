// SPDX-License-Identifier: Apache-2.0

#if MQTT
import NIOCore

/// Connects to a broker with libmosquitto. All connections share a thread, the executor of the actor that uses them.
struct MosquittoConnector: BrokerConnector {
    var address: BrokerAddress
    /// How long the broker may take until it has accepted the connection.
    var timeLimit = Duration.seconds(10)
    private let thread: BrokerThread

    init(_ address: BrokerAddress) throws(BrokerError) {
        self.address = address
        thread = try BrokerThread(broker: address.name)
    }

    var name: String { address.name }
    var executor: any SerialExecutor { thread }

    nonisolated(nonsending) func connect(
        client: String,
        will: BrokerMessage?
    ) async throws(BrokerError) -> any BrokerConnection {
        let connection = MosquittoConnection(try MosquittoClient(address, id: client, will: will), address.name, thread)
        try await connection.open(within: timeLimit)
        return connection
    }
}

/// A connection with libmosquitto.
final class MosquittoConnection: BrokerConnection {
    private enum Phase {
        case connecting
        case open
        /// The broker gets what was published before. Until the time, at the latest.
        case closing(until: NIODeadline)
        case closed(BrokerError)
    }

    /// How often the library looks after the connection, at least.
    private static let interval = TimeAmount.seconds(1)

    private let client: MosquittoClient
    private let broker: String
    private let thread: BrokerThread
    private var phase = Phase.connecting

    init(_ client: MosquittoClient, _ broker: String, _ thread: BrokerThread) {
        self.client = client
        self.broker = broker
        self.thread = thread
    }

    /// Connects, and waits until the broker has accepted the connection.
    nonisolated(nonsending) func open(within limit: Duration) async throws(BrokerError) {
        let deadline = NIODeadline.now() + TimeAmount(limit)
        try await client.connect(within: limit)
        while client.acceptance == nil, .now() < deadline {
            await exchange(until: deadline)
            // A broker that refuses a client closes the connection at once.
            if client.acceptance == nil, case .closed(let error) = phase { throw error }
        }
        guard let acceptance = client.acceptance else {
            throw BrokerError(.unreachable, broker: broker, "the broker did not respond within \(limit)")
        }
        try acceptance.get()
        if case .closed(let error) = phase { throw error }
        phase = .open
    }

    private var isOpen: Bool {
        guard case .open = phase else { return false }
        return true
    }

    // MARK: Use

    nonisolated(nonsending) func nextEvents() async -> [BrokerEvent] {
        while true {
            guard client.events.isEmpty else { return client.takeEvents() }
            if case .closed(let error) = phase { return [.closed(error)] }
            await exchange(until: .distantFuture)
        }
    }

    func publish(_ message: BrokerMessage) -> Int? {
        guard isOpen else { return nil }
        collectPackets()
        return client.publish(message)
    }

    func subscribe(_ filters: [String], wantsOwnMessages: Bool) -> Int? {
        guard isOpen else { return nil }
        collectPackets()
        return client.subscribe(filters, wantsOwnMessages: wantsOwnMessages)
    }

    func unsubscribe(_ filters: [String]) {
        guard isOpen else { return }
        collectPackets()
        client.unsubscribe(filters)
    }

    nonisolated(nonsending) func close() async {
        if isOpen {
            phase = .closing(until: .now() + .seconds(1))
            client.disconnect()
        }
        while true {
            if case .closed = phase { return }
            await exchange(until: .distantFuture)
        }
    }

    // MARK: Input and output

    /// Lets what is published from now on leave together, when the task that reads waits again: it is the next one of this actor.
    private func collectPackets() {
        guard !client.collectsPackets, let socket = client.socket else { return }
        client.collectsPackets = true
        thread.endWaits(for: socket)
    }

    /// Waits for the network, and handles what has arrived.
    private nonisolated(nonsending) func exchange(until deadline: NIODeadline) async {
        client.collectsPackets = false
        if let socket = client.socket {
            var end = min(deadline, .now() + Self.interval)
            if case .closing(let limit) = phase { end = min(end, limit) }
            await thread.wait(for: socket, toWrite: client.wantsToWrite, until: end)
        }
        // Another task may have seen the end meanwhile.
        if case .closed = phase { return }
        client.collectsPackets = true
        do throws(BrokerError) { try client.exchange() } catch { return end(error) }
        if case .closing(let limit) = phase, limit <= .now() {
            end(BrokerError(.connectionLost, broker: broker, "the connection was closed"))
        }
    }

    private func end(_ error: BrokerError) {
        phase = .closed(error)
        // A task that waits sees the end now.
        if let socket = client.socket { thread.endWaits(for: socket) }
    }
}
#endif
