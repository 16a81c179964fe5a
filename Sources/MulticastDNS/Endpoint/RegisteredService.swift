import NIOConcurrencyHelpers

/// A service that is being offered.
///
/// It stays offered until ``unregister()`` or until the endpoint is shut down, whether or not this object is kept.
public final class RegisteredService: Sendable {
    private let endpoint: MulticastDNS
    private let id: Int
    private let type: DNSName
    private let names: NIOLockedValueBox<(instance: String, host: String)>

    init(endpoint: MulticastDNS, id: Int, type: DNSName, names: NIOLockedValueBox<(instance: String, host: String)>) {
        self.endpoint = endpoint
        self.id = id
        self.type = type
        self.names = names
    }

    /// The instance's name: the wanted one, or one with `-2`, `-3` … at its end if another host has it. May change later,
    /// when a host with the same name joins the network.
    public var name: String { names.withLockedValue { $0.instance } }

    /// The host's name with its domain.
    public var hostName: String { names.withLockedValue { $0.host } }

    /// Replaces the text and announces it. Changes that follow within a second go out together when it is over.
    public func update(text: ServiceText) async {
        let id = id
        await endpoint.perform { $0.update(id, text: text) }
    }

    /// Replaces the subtypes: new ones are announced, old ones taken back.
    ///
    /// - Throws: ``MDNSError`` with `invalidService` when one is not a label of 1 to 63 bytes; then nothing changes.
    public func update(subtypes: [String]) async throws(MDNSError) {
        let id = id
        let names = try OfferedService.subtypeNames(subtypes, of: type)
        await endpoint.perform { $0.update(id, subtypes: names) }
    }

    /// Says goodbye and stops offering. Calling it again does nothing.
    public func unregister() async {
        let id = id
        await endpoint.perform { $0.unregister(id) }
    }
}
