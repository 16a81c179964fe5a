import NIOCore

extension OfferedService {
    /// Checks a registration.
    ///
    /// - Throws: ``MDNSError`` with `invalidService`, saying which part and why.
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
                "The service \(registration.name) (\(registration.type), host \(registration.hostName)) has a name that "
                    + "DNS cannot carry: \(error). Labels have 1 to 63 bytes."
            )
        }
        guard let port = UInt16(exactly: registration.port) else {
            throw MDNSError(.invalidService, "The port \(registration.port) of \(registration.name) is not 0 to 65535.")
        }
        self.port = port
        text = registration.text
        timesToLive = registration.timesToLive
        addresses = try registration.hostAddresses.map(Self.addressData)
    }

    /// The one label of a host's name, which may be given with its domain.
    static func hostLabel(_ hostName: String) -> String {
        for suffix in [".local.", ".local"] where hostName.lowercased().hasSuffix(suffix) {
            return String(hostName.dropLast(suffix.count))
        }
        return hostName
    }

    /// The pointer owners of subtypes, each once.
    ///
    /// - Throws: ``MDNSError`` with `invalidService` when there are too many or one is no label.
    static func subtypeNames(_ subtypes: [String], of type: DNSName) throws(MDNSError) -> [DNSName] {
        guard subtypes.count <= subtypeLimit else {
            throw MDNSError(.invalidService, "\(subtypes.count) subtypes are more than the \(subtypeLimit) allowed.")
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
                throw MDNSError(.invalidService, "\(text) is not an IP address in numbers.")
            }
            result.append(bytes.count == 16 ? .aaaa(bytes) : .a(bytes))
        }
        return result
    }
}
