import CastTransport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The secrets of a device.
struct DeviceKeys: Sendable {
    /// The key of the TLS certificate, which itself is made anew every day or two.
    var tls: TLSPrivateKey
    var credentials: DeviceCredentials

    /// New keys, four of RSA, which takes a second or so.
    static func generate(for identity: DeviceIdentity, now: Date = Date()) throws -> DeviceKeys {
        DeviceKeys(
            tls: try TLSPrivateKey(),
            credentials: try DeviceCredentials.generate(
                serialName: "swift-cast \(identity.bootstrapAddress)",
                now: now
            )
        )
    }
}
