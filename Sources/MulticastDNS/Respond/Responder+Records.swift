// SPDX-License-Identifier: Apache-2.0

extension Responder {
    /// Returns the records with their current content; none if the service is gone or the host has no address of that
    /// family.
    func records(_ own: RecordIdentifier) -> [DNSRecord] {
        switch own {
        case .enumeration(let type):
            return types[type] == nil
                ? [] : [DNSRecord(name: AnnouncedService.enumerationName, timeToLive: 4_500, data: .ptr(type))]
        case .pointer(let id):
            guard let service = entries[id]?.service else { return [] }
            return [
                DNSRecord(name: service.type, timeToLive: service.timesToLive.host, data: .ptr(service.instance))
            ]
        case .subtype(let id, let owner):
            guard let service = entries[id]?.service, service.subtypes.contains(owner) else { return [] }
            return [DNSRecord(name: owner, timeToLive: service.timesToLive.host, data: .ptr(service.instance))]
        case .location(let id):
            guard let service = entries[id]?.service else { return [] }
            let location = DNSServiceLocation(port: service.port, target: service.host)
            return [unique(service.instance, service.timesToLive.host, .srv(location))]
        case .text(let id):
            guard let service = entries[id]?.service else { return [] }
            return [unique(service.instance, service.timesToLive.text, .txt(service.text))]
        case .address4(let host):
            return addresses(host).filter { $0.type == .a }.map { unique(host, hosts[host]?.timeToLive ?? 0, $0) }
        case .address6(let host):
            return addresses(host).filter { $0.type == .aaaa }.map { unique(host, hosts[host]?.timeToLive ?? 0, $0) }
        case .instanceDenial(let id):
            guard let service = entries[id]?.service else { return [] }
            let data = DNSRecordData.nsec(service.instance, types: [.txt, .srv])
            return [unique(service.instance, service.timesToLive.host, data)]
        case .hostDenial(let host):
            let types = Set(addresses(host).map(\.type)).sorted { $0.rawValue < $1.rawValue }
            guard let timeToLive = hosts[host]?.timeToLive, !types.isEmpty else { return [] }
            return [unique(host, timeToLive, .nsec(host, types: types))]
        }
    }

    /// Returns the addresses of a host on this link.
    func addresses(_ host: DNSName) -> [DNSRecordData] {
        guard let host = hosts[host] else { return [] }
        return host.addresses ?? linkAddresses
    }

    private func unique(_ name: DNSName, _ timeToLive: UInt32, _ data: DNSRecordData) -> DNSRecord {
        DNSRecord(name: name, flushesCache: true, timeToLive: timeToLive, data: data)
    }

    /// Returns a record together with the additional records that the querier is likely to need next (RFC 6763 section
    /// 12).
    func group(_ record: RecordIdentifier) -> ResponsePacker.Group {
        var group = ResponsePacker.Group(answers: [record])
        switch record {
        case .pointer(let id), .subtype(let id, _):
            guard let host = entries[id]?.service.host else { break }
            group.additionals = [.location(id), .text(id)] + hostRecords(host)
        case .location(let id):
            guard let host = entries[id]?.service.host else { break }
            group.additionals = hostRecords(host)
        case .address4(let host):
            group.additionals = [.address6(host: host), .hostDenial(host: host)]
        case .address6(let host):
            group.additionals = [.address4(host: host), .hostDenial(host: host)]
        default: break
        }
        return group
    }

    private func hostRecords(_ host: DNSName) -> [RecordIdentifier] {
        let addresses = addresses(host)
        let found: [RecordIdentifier] = [.address4(host: host), .address6(host: host)]
        let hasBothFamilies = addresses.contains { $0.type == .a } && addresses.contains { $0.type == .aaaa }
        return hasBothFamilies ? found : found + [.hostDenial(host: host)]
    }

    /// Returns goodbye packets for the records.
    func goodbyePackets(_ own: [RecordIdentifier]) -> [(datagram: [UInt8], families: AddressFamilies)] {
        let groups = own.map { ResponsePacker.Group(answers: [$0]) }
        let datagrams = ResponsePacker().pack(groups) { own in
            records(own).map { record in
                var record = record
                record.timeToLive = 0
                return record
            }
        }
        return datagrams.map { ($0, .all) }
    }
}
