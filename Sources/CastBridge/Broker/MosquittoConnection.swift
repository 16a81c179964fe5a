// SPDX-License-Identifier: Apache-2.0

#if MQTT
import CMosquitto
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

/// A connection with libmosquitto, which does its work on a thread of its own.
final class MosquittoConnection: BrokerConnection {
    /// The number of messages that may wait for the reader.
    private static let inboxLimit = 4096
    private static let keepAlive: Int32 = 15
    /// Where OpenSSL finds the certificates that the system trusts.
    private static let systemCertificates = "/etc/ssl/certs"

    private struct State: Sendable {
        /// The client of libmosquitto; nil after the thread has destroyed it.
        var client: Client?
        var phase = Phase.connecting
    }

    private enum Phase: Sendable {
        case connecting
        case open
        /// The broker gets what was published before. Until the time, at the latest.
        case closing(until: NIODeadline)
        /// Nobody waits for the broker anymore.
        case abandoned
        case closed
    }

    /// A client of libmosquitto. The library locks it for calls from several threads (`mosquitto_threaded_set`), and it is
    /// destroyed only under the lock of the state, after which nothing can reach it.
    private struct Client: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private static let library: Void = { mosquitto_lib_init() }()

    let events: AsyncStream<BrokerEvent>
    private let continuation: AsyncStream<BrokerEvent>.Continuation
    private let address: BrokerAddress
    private let state: NIOLockedValueBox<State>
    /// Has a unit for each message that may be put into the inbox.
    private let inbox = DispatchSemaphore(value: 0)
    private let opened = CurrentValue<Result<Void, BrokerError>>(nil)
    private let ended = CurrentValue<Void>(nil)
    /// The last problem that the library has logged, which tells more than its error codes. Not a part of the state, because the
    /// library may log within a call that is made under the lock of the state.
    private let problem = NIOLockedValueBox<String?>(nil)

    init(to address: BrokerAddress, client id: String, will: BrokerMessage?) throws(BrokerError) {
        _ = Self.library
        self.address = address
        (events, continuation) = AsyncStream.makeStream()
        guard let client = mosquitto_new(id, true, nil) else {
            throw BrokerError(.invalidConfiguration, broker: address.name, "the client id \(id) is not valid")
        }
        state = NIOLockedValueBox(State(client: Client(pointer: client)))
        // Not as an initial value: a semaphore may not be released with less than that.
        for _ in 0..<Self.inboxLimit { inbox.signal() }
        do throws(BrokerError) { try configure(client, will: will) } catch {
            mosquitto_destroy(client)
            state.withLockedValue { $0.client = nil }
            throw error
        }
    }

    private func configure(_ client: OpaquePointer, will: BrokerMessage?) throws(BrokerError) {
        mosquitto_threaded_set(client, true)
        try check(mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, Int32(MQTT_PROTOCOL_V5)), "MQTT 5")
        if let username = address.username {
            try check(mosquitto_username_pw_set(client, username, address.password), "the user name and the password")
        }
        if let tls = address.tls {
            for path in [tls.trustedCertificates, tls.certificate, tls.key].compactMap(\.self)
            where !FileManager.default.isReadableFile(atPath: path) {
                throw BrokerError(.invalidConfiguration, broker: address.name, "the file \(path) cannot be read")
            }
            if tls.trustedCertificates == nil {
                try check(mosquitto_int_option(client, MOSQ_OPT_TLS_USE_OS_CERTS, 1), "the system's certificates")
            }
            // The function insists on certificates to trust, and is not needed to trust those of the system.
            let folder = tls.trustedCertificates == nil ? Self.systemCertificates : nil
            if tls.trustedCertificates != nil || tls.certificate != nil {
                let key = tls.certificate == nil ? nil : tls.key ?? tls.certificate
                // Without a function for the password of the key, OpenSSL would ask for it on the terminal.
                let result = mosquitto_tls_set(client, tls.trustedCertificates, folder, tls.certificate, key) {
                    _,
                    _,
                    _,
                    _ in 0
                }
                try check(result, "the files for TLS")
            }
        }
        if let will {
            var properties: OpaquePointer?
            if let expiry = will.expiry {
                mosquitto_property_add_int32(&properties, Int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue), expiry)
            }
            let result = mosquitto_will_set_v5(
                client,
                will.topic,
                Int32(will.payload.count),
                will.payload,
                1,
                will.isRetained,
                properties
            )
            try check(result, "the last will")
        }
    }

    private func check(_ result: Int32, _ setting: String) throws(BrokerError) {
        guard result != MOSQ_ERR_SUCCESS.rawValue else { return }
        throw BrokerError(
            .invalidConfiguration,
            broker: address.name,
            "\(setting): \(String(cString: mosquitto_strerror(result)))"
        )
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

    func handled() { inbox.signal() }

    func publish(_ message: BrokerMessage) -> Int? {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        if let expiry = message.expiry {
            mosquitto_property_add_int32(&properties, Int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue), expiry)
        }
        if let topic = message.responseTopic {
            mosquitto_property_add_string(&properties, Int32(MQTT_PROP_RESPONSE_TOPIC.rawValue), topic)
        }
        if let correlation = message.correlation, let count = UInt16(exactly: correlation.count) {
            mosquitto_property_add_binary(
                &properties,
                Int32(MQTT_PROP_CORRELATION_DATA.rawValue),
                correlation,
                count
            )
        }
        return state.withLockedValue { state in
            guard case .open = state.phase, let client = state.client?.pointer else { return nil }
            var number: Int32 = 0
            let result = mosquitto_publish_v5(
                client,
                &number,
                message.topic,
                Int32(message.payload.count),
                message.payload,
                1,
                message.isRetained,
                properties
            )
            return result == MOSQ_ERR_SUCCESS.rawValue ? Int(number) : nil
        }
    }

    func subscribe(_ filters: [String]) -> Int? {
        withFilters(filters) { client, filters in
            var number: Int32 = 0
            let result = mosquitto_subscribe_multiple(
                client,
                &number,
                Int32(filters.count),
                filters.baseAddress,
                1,
                0,
                nil
            )
            return result == MOSQ_ERR_SUCCESS.rawValue ? Int(number) : nil
        }
    }

    func unsubscribe(_ filters: [String]) {
        _ = withFilters(filters) { client, filters in
            Int(mosquitto_unsubscribe_multiple(client, nil, Int32(filters.count), filters.baseAddress, nil))
        }
    }

    private func withFilters(
        _ filters: [String],
        _ body: (OpaquePointer, UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>) -> Int?
    ) -> Int? {
        let texts = filters.map { strdup($0) }
        defer { for text in texts { free(text) } }
        return state.withLockedValue { state in
            guard case .open = state.phase, let client = state.client?.pointer else { return nil }
            return texts.withUnsafeBufferPointer { body(client, $0) }
        }
    }

    func close() async {
        let isOpen = state.withLockedValue { state in
            guard case .open = state.phase, let client = state.client?.pointer else { return false }
            state.phase = .closing(until: .now() + .seconds(1))
            // Sent after what was published before.
            mosquitto_disconnect_v5(client, Int32(MQTT_RC_NORMAL_DISCONNECTION.rawValue), nil)
            return true
        }
        if !isOpen { abandon() }
        // The thread may wait for a reader who reads nothing more.
        inbox.signal()
        for await _ in ended.stream { return }
    }

    /// Ends the thread as soon as the library returns from what it is doing.
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
        guard let client = state.withLockedValue({ $0.client?.pointer }) else { return }
        mosquitto_user_data_set(client, Unmanaged.passUnretained(self).toOpaque())
        setCallbacks(client)
        var properties: OpaquePointer?
        mosquitto_property_add_int32(
            &properties,
            Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue),
            UInt32(BrokerMessage.payloadLimit + 2048)
        )
        var result = mosquitto_connect_bind_v5(
            client,
            address.host,
            Int32(address.port),
            Self.keepAlive,
            nil,
            properties
        )
        mosquitto_property_free_all(&properties)
        let connectErrno = errno
        if result == MOSQ_ERR_SUCCESS.rawValue {
            repeat {
                result = mosquitto_loop(client, 1000, 1)
            } while result == MOSQ_ERR_SUCCESS.rawValue && !isAbandoned
        }
        end(result, errno: connectErrno)
    }

    private var isAbandoned: Bool {
        switch state.withLockedValue({ $0.phase }) {
        case .connecting, .open: false
        case .closing(let until): until <= .now()
        case .abandoned, .closed: true
        }
    }

    private func end(_ result: Int32, errno: Int32) {
        state.withLockedValue { state in
            state.phase = .closed
            if let client = state.client?.pointer { mosquitto_destroy(client) }
            state.client = nil
        }
        fail(error(result, errno: errno, problem: problem.withLockedValue { $0 }))
        ended.publish(())
    }

    private func fail(_ error: BrokerError) {
        if opened.value == nil { opened.publish(.failure(error)) }
        opened.finish()
        continuation.yield(.closed(error))
        continuation.finish()
    }

    private func error(_ result: Int32, errno: Int32, problem: String?) -> BrokerError {
        let text = String(cString: mosquitto_strerror(result))
        switch mosq_err_t(rawValue: result) {
        case MOSQ_ERR_ERRNO:
            return BrokerError(
                .unreachable,
                broker: address.name,
                "connecting failed: \(String(cString: strerror(errno)))"
            )
        case MOSQ_ERR_EAI, MOSQ_ERR_LOOKUP:
            return BrokerError(.unreachable, broker: address.name, "the host name was not found")
        case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE:
            return BrokerError(
                .certificateRejected,
                broker: address.name,
                "the TLS handshake failed: \(problem ?? text)"
            )
        case MOSQ_ERR_AUTH, MOSQ_ERR_ACL_DENIED:
            return BrokerError(.notAuthorized, broker: address.name, text)
        default:
            // The broker may refuse a certificate only after the handshake.
            let isRefusal = problem.map {
                $0.contains("alert") && ($0.contains("certificate") || $0.contains("unknown ca"))
            }
            return BrokerError(
                isRefusal == true ? .certificateRejected : .connectionLost,
                broker: address.name,
                "the connection ended: \(problem ?? text)"
            )
        }
    }

    private func setCallbacks(_ client: OpaquePointer) {
        mosquitto_connect_v5_callback_set(client) { _, context, code, _, _ in
            MosquittoConnection.from(context)?.connected(code)
        }
        mosquitto_disconnect_v5_callback_set(client) { _, context, code, _ in
            guard code >= 128 else { return }
            MosquittoConnection.from(context)?.noteProblem(String(cString: mosquitto_reason_string(code)))
        }
        mosquitto_message_v5_callback_set(client) { _, context, message, properties in
            guard let message else { return }
            MosquittoConnection.from(context)?.received(message.pointee, properties)
        }
        mosquitto_publish_v5_callback_set(client) { _, context, number, code, _ in
            let text = code >= 128 ? String(cString: mosquitto_reason_string(code)) : nil
            MosquittoConnection.from(context)?.continuation
                .yield(text.map { .refused(Int(number), $0) } ?? .confirmed(Int(number)))
        }
        mosquitto_subscribe_v5_callback_set(client) { _, context, number, count, codes, _ in
            let results = UnsafeBufferPointer(start: codes, count: Int(count))
            MosquittoConnection.from(context)?.subscribed(Int(number), isRefused: results.contains { $0 >= 128 })
        }
        mosquitto_log_callback_set(client) { _, context, level, text in
            guard level == MOSQ_LOG_ERR, let text else { return }
            MosquittoConnection.from(context)?.noteProblem(String(cString: text))
        }
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> MosquittoConnection? {
        context.map { Unmanaged<MosquittoConnection>.fromOpaque($0).takeUnretainedValue() }
    }

    private func noteProblem(_ text: String) { problem.withLockedValue { $0 = text } }

    private func connected(_ code: Int32) {
        guard code == 0 else {
            let error: BrokerError
            let text = String(cString: mosquitto_reason_string(code))
            switch code {
            case Int32(MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION.rawValue), 1:
                error = BrokerError(.protocolNotSupported, broker: address.name, "it does not speak MQTT 5: \(text)")
            case Int32(MQTT_RC_BAD_USERNAME_OR_PASSWORD.rawValue), Int32(MQTT_RC_NOT_AUTHORIZED.rawValue),
                Int32(MQTT_RC_BAD_AUTHENTICATION_METHOD.rawValue), Int32(MQTT_RC_BANNED.rawValue):
                error = BrokerError(.notAuthorized, broker: address.name, "signing in was refused: \(text)")
            default:
                error = BrokerError(.unreachable, broker: address.name, "connecting was refused: \(text)")
            }
            opened.publish(.failure(error))
            return abandon()
        }
        let isWanted = state.withLockedValue { state in
            guard case .connecting = state.phase else { return false }
            state.phase = .open
            return true
        }
        if isWanted { opened.publish(.success(())) }
    }

    private func subscribed(_ number: Int, isRefused: Bool) {
        guard isRefused else {
            _ = continuation.yield(.subscribed(number))
            return
        }
        fail(BrokerError(.notAuthorized, broker: address.name, "the subscription to the site's topics was refused"))
    }

    private func received(_ message: mosquitto_message, _ properties: OpaquePointer?) {
        guard message.payloadlen >= 0, message.payloadlen <= BrokerMessage.payloadLimit, let topic = message.topic
        else {
            return
        }
        let payload = message.payload.map {
            [UInt8](UnsafeRawBufferPointer(start: $0, count: Int(message.payloadlen)))
        }
        var result = BrokerMessage(topic: String(cString: topic), payload: payload ?? [], isRetained: message.retain)
        var expiry: UInt32 = 0
        if mosquitto_property_read_int32(
            properties,
            Int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue),
            &expiry,
            false
        ) != nil {
            result.expiry = expiry
        }
        var responseTopic: UnsafeMutablePointer<CChar>?
        if mosquitto_property_read_string(
            properties,
            Int32(MQTT_PROP_RESPONSE_TOPIC.rawValue),
            &responseTopic,
            false
        ) != nil, let responseTopic {
            result.responseTopic = String(cString: responseTopic)
            free(responseTopic)
        }
        var correlation: UnsafeMutableRawPointer?
        var count: UInt16 = 0
        if mosquitto_property_read_binary(
            properties,
            Int32(MQTT_PROP_CORRELATION_DATA.rawValue),
            &correlation,
            &count,
            false
        ) != nil, let correlation {
            result.correlation = [UInt8](UnsafeRawBufferPointer(start: correlation, count: Int(count)))
            free(correlation)
        }
        guard case .open = state.withLockedValue({ $0.phase }) else { return }
        // Waits while the reader is behind, so that the broker gets no more confirmations, and sends no more.
        inbox.wait()
        continuation.yield(.message(result))
    }
}
#endif
