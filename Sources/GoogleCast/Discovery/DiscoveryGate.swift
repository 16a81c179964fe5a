import Foundation

/// Keeps discovery back until a person has tapped the Cast button, on platforms that ask for permission then.
///
/// It opens once for each installation, with the first discovery, and stays open.
struct DiscoveryGate {
    /// Whether the platform has the gate at all.
    var isGated: Bool
    var hasOpened: () -> Bool
    var setOpened: () -> Void

    var isClosed: Bool { isGated && !hasOpened() }

    func open() { if isGated, !hasOpened() { setOpened() } }

    /// Where discovery is never kept back.
    static var none: DiscoveryGate { DiscoveryGate(isGated: false, hasOpened: { true }, setOpened: {}) }

    /// The platform's.
    static var standard: DiscoveryGate {
        #if os(iOS)
        let key = "swift-cast.discoveryHasStarted"
        return DiscoveryGate(
            isGated: true,
            hasOpened: { UserDefaults.standard.bool(forKey: key) },
            setOpened: { UserDefaults.standard.set(true, forKey: key) }
        )
        #else
        return .none
        #endif
    }
}
