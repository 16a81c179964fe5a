// SPDX-License-Identifier: Apache-2.0

#if canImport(dnssd) || SystemDiscovery
import Dispatch

#if canImport(dnssd)
import dnssd
#else
import CDNSSD
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Drives a ``SystemDirectory``: queries the system daemon and delivers the resulting events.
///
/// Works with Apple's library and with Avahi's, which supports neither shared connections nor `DNSServiceGetAddrInfo`.
/// Each query therefore has its own reference, and addresses are queried as records.
///
/// `@unchecked Sendable`: the mutable state is accessed on its queue only.
final class SystemBrowser: @unchecked Sendable {
    typealias Key = SystemDirectory.Key

    private let queue = DispatchQueue(label: "system-discovery")
    private let browsedType: String
    private let deliver: @Sendable ([ServiceEvent]) -> Void
    private let finish: @Sendable (SystemFailure?) -> Void
    private var directory: SystemDirectory
    private var browses: [SystemQuery] = []
    /// The active lookup of each instance: for its host and port, or for its addresses.
    private var lookups: [Key: Lookup] = [:]
    private var followers: [Key: SystemQuery] = [:]
    private var isCancelled = false

    private struct Lookup {
        var id: Int
        var queries: [SystemQuery] = []
        var addresses: [ServiceAddress] = []
    }

    private var nextID = 0
    /// The timeout of one lookup.
    private static let lookupTimeout = DispatchTimeInterval.seconds(5)
    /// How long to wait for the other address family after the first address.
    private static let addressTimeout = DispatchTimeInterval.milliseconds(250)

    init(
        type: String,
        subtype: String?,
        deliver: @escaping @Sendable ([ServiceEvent]) -> Void,
        finish: @escaping @Sendable (SystemFailure?) -> Void
    ) {
        browsedType = subtype.map { "\(type),\($0)" } ?? type
        directory = SystemDirectory(type: type)
        self.deliver = deliver
        self.finish = finish
    }

    /// Starts to browse on these interfaces; index 0 stands for all interfaces.
    ///
    /// - Throws: ``SystemFailure`` if the daemon cannot be reached.
    func start(on interfaces: [UInt32]) throws(SystemFailure) {
        let result = queue.sync { () -> Result<Void, SystemFailure> in
            do throws(SystemFailure) {
                for interface in interfaces { browses.append(try browse(interface)) }
                return .success(())
            } catch {
                browses = []
                return .failure(error)
            }
        }
        try result.get()
    }

    func cancel() { queue.async { self.end(nil) } }

    /// Ends all queries. Must be called on the queue.
    private func end(_ failure: SystemFailure?) {
        guard !isCancelled else { return }
        isCancelled = true
        for query in browses { query.cancel() }
        for lookup in lookups.values { for query in lookup.queries { query.cancel() } }
        for query in followers.values { query.cancel() }
        (browses, lookups, followers) = ([], [:], [:])
        finish(failure)
    }

    // MARK: Queries

    private func browse(_ interface: UInt32) throws(SystemFailure) -> SystemQuery {
        typealias Answer = Result<(isAdded: Bool, key: Key), SystemFailure>
        let context = SystemQuery.Context<Answer> { [weak self] answer in
            guard let self, !isCancelled else { return }
            switch answer {
            case .success((true, let key)): perform(directory.added(key))
            case .success((false, let key)): perform(directory.removed(key))
            // The system asks the user after the browse has begun.
            case .failure(let failure): end(failure)
            }
        }
        let query = try SystemQuery(on: queue, context: context) { reference, pointer in
            DNSServiceBrowse(
                &reference,
                0,
                interface,
                browsedType,
                nil,
                { _, flags, interface, error, name, _, _, pointer in
                    guard let pointer else { return }
                    let context = Unmanaged<SystemQuery.Context<Answer>>.fromOpaque(pointer).takeUnretainedValue()
                    guard error == kDNSServiceErr_NoError else {
                        return context.receive(.failure(SystemFailure(code: Int(error))))
                    }
                    guard let name else { return }
                    let key = Key(name: String(cString: name), interface: interface)
                    context.receive(.success((flags & DNSServiceFlags(kDNSServiceFlagsAdd) != 0, key)))
                },
                pointer
            )
        }
        // The daemon was restarted. The browser ends, so that its readers drop what it found and can start again.
        query.onFailure = { [weak self] in self?.end(nil) }
        return query
    }

    private func resolve(_ key: Key, _ id: Int) throws(SystemFailure) -> SystemQuery {
        typealias Answer = (host: String, port: Int, text: ServiceText)
        let context = SystemQuery.Context<Answer> { [weak self] answer in
            guard let self, lookups[key]?.id == id else { return }
            end(lookup: key)
            perform(directory.resolved(key, host: answer.host, port: answer.port, text: answer.text))
        }
        return try SystemQuery(on: queue, context: context) { reference, pointer in
            DNSServiceResolve(
                &reference,
                0,
                key.interface,
                key.name,
                directory.type,
                "local",
                { _, _, _, error, _, host, port, length, text, pointer in
                    guard error == kDNSServiceErr_NoError, let host, let pointer else { return }
                    let content = text.map { Array(UnsafeBufferPointer(start: $0, count: Int(length))) } ?? []
                    var hostName = String(cString: host)
                    if hostName.hasSuffix(".") { hostName.removeLast() }
                    Unmanaged<SystemQuery.Context<Answer>>.fromOpaque(pointer).takeUnretainedValue()
                        .receive(
                            (hostName, Int(UInt16(bigEndian: port)), ServiceText(recordContent: content) ?? .empty)
                        )
                },
                pointer
            )
        }
    }

    /// The answer to a record query.
    private struct Record {
        var isAdded: Bool
        var interface: UInt32
        var content: [UInt8]
    }

    private func records(
        _ type: DNSRecordType,
        of name: String,
        on interface: UInt32,
        _ receive: @escaping (Record) -> Void
    ) throws(SystemFailure) -> SystemQuery {
        try SystemQuery(on: queue, context: SystemQuery.Context<Record>(receive)) { reference, pointer in
            DNSServiceQueryRecord(
                &reference,
                0,
                interface,
                name,
                type.rawValue,
                UInt16(kDNSServiceClass_IN),
                { _, flags, interface, error, _, _, _, length, content, _, pointer in
                    guard error == kDNSServiceErr_NoError, let content, let pointer else { return }
                    let record = Record(
                        isAdded: flags & DNSServiceFlags(kDNSServiceFlagsAdd) != 0,
                        interface: interface,
                        content: Array(UnsafeRawBufferPointer(start: content, count: Int(length)))
                    )
                    Unmanaged<SystemQuery.Context<Record>>.fromOpaque(pointer).takeUnretainedValue().receive(record)
                },
                pointer
            )
        }
    }

    // MARK: Actions

    private func perform(_ actions: [SystemDirectory.Action]) {
        var events: [ServiceEvent] = []
        for action in actions {
            switch action {
            case .resolve(let key): begin(lookup: key) { id throws(SystemFailure) in [try self.resolve(key, id)] }
            case .findAddresses(let key, let host): findAddresses(key, host)
            case .follow(let key): follow(key)
            case .release(let key):
                end(lookup: key)
                followers.removeValue(forKey: key)?.cancel()
            case .retry(let key):
                let delay = DispatchTimeInterval.seconds(Int(SystemDirectory.retryDelay.components.seconds))
                queue.asyncAfter(deadline: .now() + delay) { [weak self] in
                    guard let self, !isCancelled else { return }
                    perform(directory.retryDue(key))
                }
            case .notify(let event): events.append(event)
            }
        }
        if !events.isEmpty { deliver(events) }
    }

    private func findAddresses(_ key: Key, _ host: String) {
        begin(lookup: key) { id throws(SystemFailure) in
            var queries: [SystemQuery] = []
            for type in [DNSRecordType.a, .aaaa] {
                let query = try self.records(type, of: host, on: key.interface) { [weak self] record in
                    self?.addressFound(record, key, id)
                }
                queries.append(query)
            }
            return queries
        }
    }

    private func addressFound(_ record: Record, _ key: Key, _ id: Int) {
        guard record.isAdded, lookups[key]?.id == id else { return }
        guard let address = Self.address(record.content, interface: record.interface) else { return }
        if lookups[key]?.addresses.contains(address) == false { lookups[key]?.addresses.append(address) }
        queue.asyncAfter(deadline: .now() + Self.addressTimeout) { [weak self] in self?.finishLookup(key, id) }
    }

    /// Ends a lookup at its timeout, or 250 ms after its first address, with the addresses found so far.
    private func finishLookup(_ key: Key, _ id: Int) {
        guard !isCancelled, let lookup = lookups[key], lookup.id == id else { return }
        end(lookup: key)
        perform(
            lookup.addresses.isEmpty ? directory.failed(key) : directory.addressesFound(key, lookup.addresses)
        )
    }

    private func follow(_ key: Key) {
        guard let name = fullName(of: key) else { return }
        followers[key] = try? records(.txt, of: name, on: key.interface) { [weak self] record in
            guard let self, !isCancelled, let text = ServiceText(recordContent: record.content) else { return }
            perform(record.isAdded ? directory.textAdded(key, text) : directory.textRemoved(key, text))
        }
    }

    private func begin(lookup key: Key, _ startQueries: (Int) throws(SystemFailure) -> [SystemQuery]) {
        nextID += 1
        let id = nextID
        lookups[key] = Lookup(id: id)
        // If the daemon rejects the query now, it may accept it later: handled like a timeout.
        if let queries = try? startQueries(id) { lookups[key]?.queries = queries }
        queue.asyncAfter(deadline: .now() + Self.lookupTimeout) { [weak self] in self?.finishLookup(key, id) }
    }

    private func end(lookup key: Key) {
        for query in lookups.removeValue(forKey: key)?.queries ?? [] { query.cancel() }
    }

    /// Returns the instance's full name, with dots and spaces escaped.
    private func fullName(of key: Key) -> String? {
        var name = [CChar](repeating: 0, count: Int(kDNSServiceMaxDomainName))
        guard DNSServiceConstructFullName(&name, key.name, directory.type, "local.") == 0 else { return nil }
        return name.withUnsafeBufferPointer { buffer in buffer.baseAddress.map { String(cString: $0) } }
    }

    private static func address(_ bytes: [UInt8], interface: UInt32) -> ServiceAddress? {
        let isIPv6 = bytes.count == 16
        guard isIPv6 || bytes.count == 4 else { return nil }
        var text = [CChar](repeating: 0, count: 64)
        guard inet_ntop(isIPv6 ? AF_INET6 : AF_INET, bytes, &text, socklen_t(text.count)) != nil else { return nil }
        var nameBuffer = [CChar](repeating: 0, count: Int(IF_NAMESIZE))
        let name = if_indextoname(interface, &nameBuffer).map { String(cString: $0) } ?? ""
        var host = text.withUnsafeBufferPointer { buffer in buffer.baseAddress.map { String(cString: $0) } ?? "" }
        if isIPv6, bytes[0] == 0xFE, bytes[1] & 0xC0 == 0x80, !name.isEmpty { host += "%\(name)" }
        return ServiceAddress(text: host, interface: name, isIPv6: isIPv6)
    }
}
#endif
