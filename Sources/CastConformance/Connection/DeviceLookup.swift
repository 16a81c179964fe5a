// SPDX-License-Identifier: Apache-2.0

import CastSender
import MulticastDNS

/// The DNS records of the device, as it answers queries.
struct DeviceLookup: Sendable {
    /// The name under which Cast devices are found. It is known to be valid.
    static let serviceType = (try? DNSName("_googlecast._tcp.local")) ?? .root

    let context: CaseContext
    /// What the device announced when the run began.
    let record: CastDevice
    let query: MulticastQuery

    /// The name of the device's instance: the one whose TXT record has the device's ID.
    func instance() async throws -> DNSName { try await found().instance }

    /// The response to a query for the service type that has the device's instance.
    func response() async throws -> DNSMessage { try await found().response }

    private func found() async throws -> (instance: DNSName, response: DNSMessage) {
        let id = record.id
        let owner: @Sendable ([DNSMessage]) -> DNSName? = { responses in
            for entry in responses.flatMap(\.records) {
                guard case .txt(let text) = entry.data, let found = text.string(for: "id") else { continue }
                if CastDevice.normalizedID(found) == id { return entry.name }
            }
            return nil
        }
        let responses = try await query.ask([DNSQuestion(name: Self.serviceType, type: .ptr)]) { owner($0) != nil }
        let pointers = responses.flatMap(\.answers).compactMap { entry -> DNSName? in
            guard case .ptr(let name) = entry.data, entry.name == Self.serviceType else { return nil }
            return name
        }
        var instance = owner(responses)
        if instance == nil, !pointers.isEmpty {
            // Devices that leave the TXT record out of the response are asked for it.
            let questions = Set(pointers).prefix(32).map { DNSQuestion(name: $0, type: .txt) }
            instance = owner(try await query.ask(questions) { owner($0) != nil })
        }
        let found = try unwrap(instance, "an instance with the device's ID", received: "\(pointers.count) others")
        let response = responses.first { $0.answers.contains { $0.data == .ptr(found) } }
        return (found, try unwrap(response, "a PTR record for the instance", received: "other records"))
    }

    /// The host and port of the instance.
    func location() async throws -> DNSServiceLocation {
        for record in try await records("an SRV record", named: try await instance(), .srv) {
            if case .srv(let location) = record.data { return location }
        }
        throw CaseDifference(expected: "an SRV record", received: "others")
    }

    /// The pairs of the instance.
    func text() async throws -> ServiceText {
        for record in try await records("a TXT record", named: try await instance(), .txt) {
            if case .txt(let text) = record.data { return text }
        }
        throw CaseDifference(expected: "a TXT record", received: "others")
    }

    /// Asks for the records of a name.
    ///
    /// - Throws: ``CaseDifference`` if there is none.
    func records(_ expected: String, named name: DNSName, _ type: DNSRecordType) async throws -> [DNSRecord] {
        let matches: @Sendable (DNSRecord) -> Bool = { $0.name == name && $0.type == type && $0.timeToLive > 0 }
        let responses = try await query.ask([DNSQuestion(name: name, type: type)]) { responses in
            responses.contains { $0.answers.contains(where: matches) }
        }
        let found = responses.flatMap(\.answers).filter(matches)
        try require(!found.isEmpty, expected, received: "no answer of the device")
        return found
    }

    /// Asks for a pointer from a name to another one.
    ///
    /// - Throws: ``CaseDifference`` if there is none.
    func pointer(
        _ expected: String,
        named name: DNSName,
        to target: DNSName,
        within limit: Duration = .seconds(3)
    ) async throws -> DNSMessage {
        let matches: @Sendable (DNSMessage) -> Bool = { response in
            response.answers.contains { $0.name == name && $0.data == .ptr(target) }
        }
        let question = DNSQuestion(name: name, type: .ptr)
        let responses = try await query.ask([question], within: limit) { $0.contains(where: matches) }
        return try unwrap(responses.first(where: matches), expected, received: "no such answer of the device")
    }
}
