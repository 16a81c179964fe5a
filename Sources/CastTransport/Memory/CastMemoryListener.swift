/// A place in a ``CastMemoryNetwork`` to connect to.
public final class CastMemoryListener: CastListener {
    private let network: CastMemoryNetwork

    public let endpoint: CastEndpoint

    init(endpoint: CastEndpoint, network: CastMemoryNetwork) {
        self.endpoint = endpoint
        self.network = network
    }

    public func close() async {
        network.stopListening(at: endpoint)
    }
}
