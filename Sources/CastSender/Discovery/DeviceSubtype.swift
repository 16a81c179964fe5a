public import CastWire
import Crypto

/// A narrower question to the network than "who is a Cast device" (CASTV2 discovery, subtypes).
///
/// Phones ask this way for whatever plays, without connecting to anything. Not every device answers such questions, so
/// no answer is not a no.
public enum DeviceSubtype: Sendable, Hashable {
    /// Devices that can run this application.
    case application(String)
    /// Devices whose running application speaks this namespace; `.namespace(.media)` asks who plays media.
    case namespace(CastNamespace)
    /// The device on which this session runs.
    case session(String)

    /// The label that is asked for, as `_CC1AD845`, `_%` and the SHA-1 of a namespace, `_%%` and a session id.
    public var label: String {
        switch self {
        case .application(let id): "_\(id.uppercased())"
        case .namespace(let namespace): "_%\(Self.digest(of: namespace))"
        case .session(let id): "_%%\(id.uppercased())"
        }
    }

    private static func digest(of namespace: CastNamespace) -> String {
        Insecure.SHA1.hash(data: Array(namespace.rawValue.utf8))
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
            .joined()
    }
}
