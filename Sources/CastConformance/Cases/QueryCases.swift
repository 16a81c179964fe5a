// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastTransport
import CastWire
import MulticastDNS

// Cases about the answers of the device to multicast DNS queries.

extension ConformanceCase {
    static let queries: [ConformanceCase] = [
        queryCase("DI16", .must, "A query for the service type is answered with the device's instance") { lookup in
            _ = try await lookup.instance()
        },
        queryCase("DI17", .must, "The SRV record has the port of the device") { lookup in
            let location = try await lookup.location()
            let ports = lookup.record.endpoints.map(\.port)
            try require(ports.contains(Int(location.port)), "the port \(ports)", received: "\(location.port)")
        },
        queryCase("DI18", .must, "The host of the SRV record has the address of the device") { lookup in
            let host = try await lookup.location().target
            let records = try await lookup.records("an address of the host", named: host, .a)
            let addresses = records.compactMap { record -> String? in
                guard case .a(let bytes) = record.data else { return nil }
                return bytes.map(String.init).joined(separator: ".")
            }
            let address = lookup.context.device.endpoint.host
            guard !address.contains(":") else { throw CaseSkip(reason: "the device was reached over IPv6") }
            try require(
                addresses.contains(address),
                "the address of the connection",
                received: "\(addresses.count) others"
            )
        },
        queryCase("DI19", .must, "The TXT record has the ID and the name of the device") { lookup in
            let text = try await lookup.text()
            for key in ["id", "fn"] {
                let value = text.string(for: key)
                try require(
                    value != nil && value == lookup.record.text[key],
                    "`\(key)` as announced",
                    received: value == nil ? "none" : "another value"
                )
            }
        },
        queryCase("DI20", .should, "The response to a one-shot query repeats the question") { lookup in
            let response = try await lookup.response()
            let repeats = response.questions.contains { $0.name == DeviceLookup.serviceType && $0.type == .ptr }
            try require(repeats, "the question about the service type", received: "\(response.questions.count) others")
        },
        queryCase("DI21", .should, "The response to a one-shot query expires within 10 seconds") { lookup in
            let longest = try await lookup.response().answers.map(\.timeToLive).max() ?? 0
            try require(longest <= 10, "at most 10 seconds", received: "\(longest) seconds")
        },
        queryCase("DI22", .should, "The response to a one-shot query does not flush caches") { lookup in
            let flushes = try await lookup.response().records.contains(where: \.flushesCache)
            try require(!flushes, "no cache-flush bit", received: "a record with the bit")
        },
        queryCase("DI23", .should, "An answer that the querier already has is not sent") { lookup in
            let instance = try await lookup.instance()
            let known = DNSRecord(name: DeviceLookup.serviceType, timeToLive: 4500, data: .ptr(instance))
            let question = DNSQuestion(name: DeviceLookup.serviceType, type: .ptr)
            let responses = try await lookup.query.ask([question], knowing: [known], within: .milliseconds(900))
            let isRepeated = responses.contains { $0.answers.contains { $0.data == .ptr(instance) } }
            try require(!isRepeated, "no response with the known answer", received: "the answer")
        },
        queryCase("DI24", .should, "The service type is listed under _services._dns-sd._udp") { lookup in
            let name = try DNSName("_services._dns-sd._udp.local")
            _ = try await lookup.pointer("the service type", named: name, to: DeviceLookup.serviceType)
        },
        queryCase("DI25", .should, "The case of a name does not matter") { lookup in
            let instance = try await lookup.instance()
            let name = try DNSName("_GoogleCast._TCP.Local")
            _ = try await lookup.pointer("the instance", named: name, to: instance)
        },
        queryCase("DI26", .should, "A query for another service type is not answered") { lookup in
            let instance = try await lookup.instance()
            let question = DNSQuestion(name: try DNSName("_conformance._tcp.local"), type: .ptr)
            let responses = try await lookup.query.ask([question], within: .milliseconds(900))
            let isNamed = responses.contains { $0.answers.contains { $0.data == .ptr(instance) } }
            try require(!isNamed, "no answer", received: "the device's instance")
        },
        queryCase("DI27", .may, "The subtype of the Default Media Receiver leads to the device") { lookup in
            let name = try DeviceLookup.serviceType.prepending("_sub").prepending("_\(CaseContext.app)")
            _ = try await lookup.pointer("the instance", named: name, to: try await lookup.instance())
        },
        queryCase("DI28", .may, "While an app plays media, its subtype leads to the device", requires: [.media]) {
            lookup in
            let instance = try await lookup.instance()
            _ = try await lookup.context.launch(try await lookup.context.open())
            // The SHA-1 digest of the media namespace.
            let digest = "_%9E5E7C8F47989526C9BCD95D24084F6F0B27C5ED"
            let name = try DeviceLookup.serviceType.prepending("_sub").prepending(digest)
            _ = try await lookup.pointer("the instance", named: name, to: instance, within: .seconds(8))
        },
        queryCase("DI29", .should, "While an app runs, the state in the TXT record is 1", requires: [.media]) {
            lookup in
            let instance = try await lookup.instance()
            _ = try await lookup.context.launch(try await lookup.context.open())
            let question = DNSQuestion(name: instance, type: .txt)
            let isBusy: @Sendable ([DNSMessage]) -> Bool = { responses in
                responses.flatMap(\.records).contains { record in
                    guard record.name == instance, case .txt(let text) = record.data else { return false }
                    return text.string(for: "st") == "1"
                }
            }
            let responses = try await lookup.query.ask([question], within: .seconds(8), until: isBusy)
            try require(isBusy(responses), "`st` 1 within 8 seconds", received: "another state")
        },
    ]

    private static func queryCase(
        _ id: String,
        _ level: Level,
        _ statement: String,
        requires requirements: Set<Requirement> = [],
        test: @escaping @Sendable (DeviceLookup) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(id, level, statement, requires: requirements.union([.record])) { context in
            guard let record = context.device.record else { return }
            let query = try MulticastQuery(context.device)
            try await test(DeviceLookup(context: context, record: record, query: query))
        }
    }
}
