import CastTransport

/// What happens on the way from nothing to playing, each once.
enum PlaybackStep: Hashable, Sendable {
    case found(name: String, endpoint: CastEndpoint)
    case connected(localAddress: String)
    /// The receiver app runs; false when it ran before.
    case launched(app: String, isNew: Bool)
    case loaded(url: String)
    case playing
}

extension PlaybackStep: CustomStringConvertible {
    var description: String {
        switch self {
        case .found(let name, let endpoint): "found \(name) at \(endpoint)"
        case .connected(let address): "connected over TLS, from \(address)"
        case .launched(let app, isNew: true): "started \(app)"
        case .launched(let app, isNew: false): "joined \(app), which ran already"
        case .loaded(let url): "loaded \(url)"
        case .playing: "playing"
        }
    }
}
