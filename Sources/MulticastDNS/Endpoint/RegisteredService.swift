// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore

/// A registered service.
///
/// It stays registered until ``unregister()`` is called or the endpoint is shut down, even if this object is released.
public final class RegisteredService: Sendable {
    private let endpoint: MDNSEndpoint
    private let id: Int
    private let type: DNSName
    private let names: NIOLockedValueBox<(instance: String, host: String)>

    init(endpoint: MDNSEndpoint, id: Int, type: DNSName, names: NIOLockedValueBox<(instance: String, host: String)>) {
        self.endpoint = endpoint
        self.id = id
        self.type = type
        self.names = names
    }

    /// The instance's name: the requested one, or with a suffix `-2`, `-3` and so on if another host uses it. It can
    /// change later, when a host with the same name joins the network.
    public var name: String { names.withLockedValue { $0.instance } }

    /// The host's name, including its domain.
    public var hostName: String { names.withLockedValue { $0.host } }

    /// Replaces the text and announces it. Further changes within one second are announced together at its end.
    public func update(text: ServiceText) async {
        let id = id
        await endpoint.perform { $0.update(id, text: text) }
    }

    /// Replaces the subtypes. New ones are announced and removed ones are withdrawn.
    ///
    /// - Throws: ``MDNSError`` with `invalidService` if one is not a label of 1 to 63 bytes. Nothing changes then.
    public func update(subtypes: [String]) async throws(MDNSError) {
        let id = id
        let names = try AnnouncedService.subtypeNames(subtypes, of: type)
        await endpoint.perform { $0.update(id, subtypes: names) }
    }

    /// Sends goodbye packets and stops answering for the service. Further calls have no effect.
    public func unregister() async {
        let id = id
        await endpoint.perform { $0.unregister(id) }
    }
}

extension AnnouncedService {
    /// Validates a registration.
    ///
    /// - Throws: ``MDNSError`` with `invalidService` and a description of the invalid part.
    init(_ registration: ServiceRegistration, id: ID) throws(MDNSError) {
        do {
            self.id = id
            let type = try Self.typeName(registration.type)
            self.type = type
            instance = try type.prepending(registration.name)
            host = try DNSName(labels: [Self.hostLabel(registration.hostName), Self.domain])
            subtypes = try Self.subtypeNames(registration.subtypes, of: type)
        } catch let error as MDNSError {
            throw error
        } catch {
            throw MDNSError(
                .invalidService,
                "The service \(registration.name) (\(registration.type), host \(registration.hostName)) has a name "
                    + "that is not valid in DNS: \(error). Labels must have 1 to 63 bytes."
            )
        }
        guard let port = UInt16(exactly: registration.port) else {
            throw MDNSError(.invalidService, "Port \(registration.port) of \(registration.name) is outside 0...65535.")
        }
        self.port = port
        text = registration.text
        timesToLive = registration.timesToLive
        addresses = try registration.hostAddresses.map(Self.addressData)
    }

    /// Returns the label of a host name, which may include its domain.
    static func hostLabel(_ hostName: String) -> String {
        for suffix in [".local.", ".local"] where hostName.lowercased().hasSuffix(suffix) {
            return String(hostName.dropLast(suffix.count))
        }
        return hostName
    }

    /// Returns the owner names of the subtype pointers, without duplicates.
    ///
    /// - Throws: ``MDNSError`` with `invalidService` if there are too many or one is not a valid label.
    static func subtypeNames(_ subtypes: [String], of type: DNSName) throws(MDNSError) -> [DNSName] {
        guard subtypes.count <= subtypeLimit else {
            throw MDNSError(.invalidService, "\(subtypes.count) subtypes exceed the limit of \(subtypeLimit).")
        }
        var names: [DNSName] = []
        for subtype in subtypes {
            do {
                let name = try subtypeName(subtype, of: type)
                if !names.contains(name) { names.append(name) }
            } catch {
                throw MDNSError(.invalidService, "The subtype \(subtype) is not a label of 1 to 63 bytes: \(error).")
            }
        }
        return names
    }

    private static func addressData(_ addresses: [String]) throws(MDNSError) -> [DNSRecordData] {
        var result: [DNSRecordData] = []
        for text in addresses {
            guard let bytes = try? SocketAddress(ipAddress: text, port: 0).hostBytes else {
                throw MDNSError(.invalidService, "\(text) is not a numeric IP address.")
            }
            result.append(bytes.count == 16 ? .aaaa(bytes) : .a(bytes))
        }
        return result
    }
}
