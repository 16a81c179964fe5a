// SPDX-License-Identifier: Apache-2.0

#if MQTT
import CMosquitto
import CastConcurrency
import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A client of libmosquitto: it sends at once what it is told to publish, and collects what has happened.
final class MosquittoClient {
    /// Whether the broker has accepted the connection, or why not; nil before it has answered.
    private(set) var acceptance: Result<Void, BrokerError>?
    /// What has happened and was not taken.
    private(set) var events: [BrokerEvent] = []

    private static let keepAlive: Int32 = 15
    /// The number of messages that the broker may have without having confirmed them. The broker may have a lower limit.
    private static let inFlightLimit: Int32 = 1000
    /// Where OpenSSL finds the certificates that the system trusts.
    private static let systemCertificates = "/etc/ssl/certs"
    private static let library: Void = { mosquitto_lib_init() }()

    private let handle: OpaquePointer
    private let address: BrokerAddress
    /// The number of messages and subscriptions.
    private var count = 0
    /// The numbers of those that are not confirmed, by those of the library, which it uses again.
    private var numbers: [Int32: Int] = [:]
    /// The last problem that the library has logged, which tells more than its error codes.
    private var problem: String?

    init(_ address: BrokerAddress, id: String, will: BrokerMessage?) throws(BrokerError) {
        _ = Self.library
        guard let handle = mosquitto_new(id, true, nil) else {
            throw BrokerError(.invalidConfiguration, broker: address.name, "the client id \(id) is not valid")
        }
        self.handle = handle
        self.address = address
        mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
        setCallbacks()
        try configure(will: will)
    }

    deinit { mosquitto_destroy(handle) }

    // MARK: Settings

    private func configure(will: BrokerMessage?) throws(BrokerError) {
        try check(mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5), "MQTT 5")
        try check(mosquitto_int_option(handle, MOSQ_OPT_SEND_MAXIMUM, Self.inFlightLimit), "the messages in flight")
        // A command takes several small messages in turn, which must not wait for each other's acknowledgments.
        try check(mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1), "TCP without delays")
        if let username = address.username {
            try check(mosquitto_username_pw_set(handle, username, address.password), "the user name and the password")
        }
        if let tls = address.tls { try configure(tls) }
        guard let will else { return }
        // The library owns the properties from now on.
        let result = mosquitto_will_set_v5(
            handle,
            will.topic,
            Int32(will.payload.count),
            will.payload,
            1,
            will.isRetained,
            will.mosquittoProperties
        )
        try check(result, "the last will")
    }

    private func configure(_ tls: BrokerAddress.TLS) throws(BrokerError) {
        for path in [tls.trustedCertificates, tls.certificate, tls.key].compactMap(\.self)
        where access(path, R_OK) != 0 {
            throw BrokerError(.invalidConfiguration, broker: address.name, "the file \(path) cannot be read")
        }
        if tls.trustedCertificates == nil {
            try check(mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1), "the system's certificates")
        }
        // The function insists on certificates to trust, and is not needed to trust those of the system.
        guard tls.trustedCertificates != nil || tls.certificate != nil else { return }
        let folder = tls.trustedCertificates == nil ? Self.systemCertificates : nil
        let key = tls.certificate == nil ? nil : tls.key ?? tls.certificate
        // Without a function for the password of the key, OpenSSL would ask for it on the terminal.
        let noPassword: @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32 =
            {
                (_, _, _, _) in 0
            }
        let result = mosquitto_tls_set(handle, tls.trustedCertificates, folder, tls.certificate, key, noPassword)
        try check(result, "the files for TLS")
    }

    private func check(_ result: Int32, _ setting: String) throws(BrokerError) {
        guard result != MOSQ_ERR_SUCCESS.rawValue else { return }
        throw BrokerError(
            .invalidConfiguration,
            broker: address.name,
            "\(setting): \(String(cString: mosquitto_strerror(result)))"
        )
    }

    // MARK: The connection

    /// Looks up the host and connects, within a time. ``acceptance`` follows.
    nonisolated(nonsending) func connect(within limit: Duration) async throws(BrokerError) {
        let outcome = CurrentValue<(result: Int32, errno: Int32)>(nil)
        // Nothing else uses the client until this has ended, or the caller has given up and releases it.
        nonisolated(unsafe) let client = self
        DispatchQueue(label: "cast.broker.connecting").async {
            let result = client.connectBlocking()
            outcome.publish((result, errno))
        }
        let outcomes = outcome.stream
        let first = await withTimeLimit(limit) { await outcomes.first { _ in true } } ?? nil
        guard let (result, errno) = first else {
            throw BrokerError(.unreachable, broker: address.name, "the broker did not respond within \(limit)")
        }
        if result != MOSQ_ERR_SUCCESS.rawValue { throw error(result, errno: errno, isConnecting: true) }
    }

    private func connectBlocking() -> Int32 {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        mosquitto_property_add_int32(
            &properties,
            Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue),
            UInt32(BrokerMessage.payloadLimit + 2048)
        )
        return mosquitto_connect_bind_v5(
            handle,
            address.host,
            Int32(address.port),
            Self.keepAlive,
            nil,
            properties
        )
    }

    /// The socket to wait for; nil without a connection.
    var socket: Int32? {
        let socket = mosquitto_socket(handle)
        return socket >= 0 ? socket : nil
    }

    /// Whether something waits until it can be sent.
    var wantsToWrite: Bool { mosquitto_want_write(handle) }

    /// Handles what has arrived, sends what waits, and keeps the connection alive. Call it at least every second.
    func exchange() throws(BrokerError) {
        try check(mosquitto_loop_read(handle, 1))
        if mosquitto_want_write(handle) { try check(mosquitto_loop_write(handle, 1)) }
        try check(mosquitto_loop_misc(handle))
    }

    func takeEvents() -> [BrokerEvent] {
        defer { events = [] }
        return events
    }

    /// Whether the system keeps what is sent, to send it in as few packets as possible.
    var collectsPackets = false {
        didSet {
            #if os(Linux)
            guard collectsPackets != oldValue, let socket else { return }
            var value: Int32 = collectsPackets ? 1 : 0
            setsockopt(socket, Int32(IPPROTO_TCP), TCP_CORK, &value, socklen_t(MemoryLayout.size(ofValue: value)))
            #endif
        }
    }

    private func check(_ result: Int32) throws(BrokerError) {
        if result != MOSQ_ERR_SUCCESS.rawValue { throw error(result, errno: errno) }
    }

    /// Publishes a message, and returns its number in ``events``.
    func publish(_ message: BrokerMessage) -> Int {
        var properties = message.mosquittoProperties
        defer { mosquitto_property_free_all(&properties) }
        var own: Int32 = 0
        let result = mosquitto_publish_v5(
            handle,
            &own,
            message.topic,
            Int32(message.payload.count),
            message.payload,
            1,
            message.isRetained,
            properties
        )
        count += 1
        switch result {
        case MOSQ_ERR_SUCCESS.rawValue: numbers[own] = count
        // The next exchange reports the end.
        case MOSQ_ERR_NO_CONN.rawValue, MOSQ_ERR_CONN_LOST.rawValue: break
        default: events.append(.refused(count, String(cString: mosquitto_strerror(result))))
        }
        return count
    }

    /// Subscribes to topics, and returns the number of the subscription in ``events``.
    func subscribe(_ filters: [String], wantsOwnMessages: Bool) -> Int {
        var own: Int32 = 0
        let options = wantsOwnMessages ? 0 : Int32(MQTT_SUB_OPT_NO_LOCAL.rawValue)
        Self.withTexts(filters) { filters in
            mosquitto_subscribe_multiple(
                handle,
                &own,
                Int32(filters.count),
                filters.baseAddress,
                1,
                options,
                nil
            )
        }
        count += 1
        numbers[own] = count
        return count
    }

    func unsubscribe(_ filters: [String]) {
        Self.withTexts(filters) { filters in
            mosquitto_unsubscribe_multiple(handle, nil, Int32(filters.count), filters.baseAddress, nil)
        }
    }

    func disconnect() { mosquitto_disconnect_v5(handle, Int32(MQTT_RC_NORMAL_DISCONNECTION.rawValue), nil) }

    private static func withTexts(
        _ texts: [String],
        _ body: (UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>) -> Int32
    ) {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        _ = copies.withUnsafeBufferPointer(body)
    }

    // MARK: Callbacks

    private func setCallbacks() {
        mosquitto_connect_v5_callback_set(handle) { _, context, code, _, _ in
            MosquittoClient.from(context)?.connected(code)
        }
        mosquitto_disconnect_v5_callback_set(handle) { _, context, code, _ in
            guard code >= 128 else { return }
            MosquittoClient.from(context)?.problem = String(cString: mosquitto_reason_string(code))
        }
        mosquitto_message_v5_callback_set(handle) { _, context, message, properties in
            guard let message, let received = BrokerMessage(message.pointee, properties) else { return }
            MosquittoClient.from(context)?.events.append(.message(received))
        }
        mosquitto_publish_v5_callback_set(handle) { _, context, own, code, _ in
            MosquittoClient.from(context)?.confirmed(own, code)
        }
        mosquitto_subscribe_v5_callback_set(handle) { _, context, own, count, codes, _ in
            let results = UnsafeBufferPointer(start: codes, count: Int(count))
            MosquittoClient.from(context)?.subscribed(own, isRefused: results.contains { $0 >= 128 })
        }
        mosquitto_log_callback_set(handle) { _, context, level, text in
            guard level == MOSQ_LOG_ERR, let text else { return }
            MosquittoClient.from(context)?.problem = String(cString: text)
        }
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> MosquittoClient? {
        context.map { Unmanaged<MosquittoClient>.fromOpaque($0).takeUnretainedValue() }
    }

    private func connected(_ code: Int32) {
        guard code != 0 else {
            acceptance = .success(())
            return
        }
        let text = String(cString: mosquitto_reason_string(code))
        let error =
            switch code {
            case Int32(MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION.rawValue), 1:
                BrokerError(.protocolNotSupported, broker: address.name, "it does not speak MQTT 5: \(text)")
            case Int32(MQTT_RC_BAD_USERNAME_OR_PASSWORD.rawValue), Int32(MQTT_RC_NOT_AUTHORIZED.rawValue),
                Int32(MQTT_RC_BAD_AUTHENTICATION_METHOD.rawValue), Int32(MQTT_RC_BANNED.rawValue):
                BrokerError(.notAuthorized, broker: address.name, "signing in was refused: \(text)")
            default: BrokerError(.unreachable, broker: address.name, "connecting was refused: \(text)")
            }
        acceptance = .failure(error)
    }

    private func confirmed(_ own: Int32, _ code: Int32) {
        guard let number = numbers.removeValue(forKey: own) else { return }
        let refusal = code >= 128 ? String(cString: mosquitto_reason_string(code)) : nil
        events.append(refusal.map { .refused(number, $0) } ?? .confirmed(number))
    }

    private func subscribed(_ own: Int32, isRefused: Bool) {
        guard let number = numbers.removeValue(forKey: own) else { return }
        events.append(isRefused ? .refused(number, "the subscription to the site's topics") : .subscribed(number))
    }

    /// - Parameters:
    ///   - result: What a function of the library returned.
    ///   - errno: The error of the system at that time.
    ///   - isConnecting: Whether there was no connection yet.
    private func error(_ result: Int32, errno: Int32 = 0, isConnecting: Bool = false) -> BrokerError {
        func error(_ code: BrokerError.Code, _ reason: String) -> BrokerError {
            BrokerError(code, broker: address.name, reason)
        }
        // The broker may refuse a certificate only after the handshake, with any result.
        if let problem, problem.contains("alert"), problem.contains("certificate") || problem.contains("unknown ca") {
            return error(.certificateRejected, "it does not accept the certificate: \(problem)")
        }
        // So the library reports that TLS failed, before it has read why: a broker refuses a certificate after the handshake.
        if result == MOSQ_ERR_ERRNO.rawValue, errno == EPROTO, address.tls != nil {
            let reason = problem ?? "it may not accept the certificate of this client"
            return error(.certificateRejected, "it ended the connection during TLS: \(reason)")
        }
        let text =
            result == MOSQ_ERR_ERRNO.rawValue
            ? String(cString: strerror(errno)) : String(cString: mosquitto_strerror(result))
        return switch mosq_err_t(rawValue: result) {
        case MOSQ_ERR_EAI, MOSQ_ERR_LOOKUP: error(.unreachable, "the host name was not found")
        case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE:
            error(.certificateRejected, "the TLS handshake failed: \(problem ?? text)")
        case MOSQ_ERR_AUTH, MOSQ_ERR_ACL_DENIED: error(.notAuthorized, text)
        case MOSQ_ERR_ERRNO where isConnecting: error(.unreachable, "connecting failed: \(text)")
        default: error(.connectionLost, "the connection ended: \(problem ?? text)")
        }
    }
}
#endif
