// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire
import CryptoExtras
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Stores a device's identity in a directory, accessible to the current user only.
///
/// A directory that is created here has mode 0700. An existing directory keeps its mode and is refused if other users
/// can write to it. Every file has mode 0600; a key that other users can read is refused. A file is either complete or
/// missing, because it is written under a temporary name first. `identity.json` is written last and marks the other
/// files as complete.
struct IdentityStore: Sendable {
    private enum File: String {
        case identity = "identity.json"
        case tlsKey = "tls-key.pem"
        case deviceKey = "device-key.pem"
        case deviceCertificate = "device-certificate.pem"
        case intermediateCertificate = "intermediate-certificate.pem"
        case rootCertificate = "root-certificate.pem"

        var access: PrivateDirectory.Access {
            switch self {
            case .tlsKey, .deviceKey: .secret
            case .identity, .deviceCertificate, .intermediateCertificate, .rootCertificate: .publicText
            }
        }
    }

    let directory: PrivateDirectory

    init(path: String) {
        directory = PrivateDirectory(path: path)
    }

    /// The path of the root certificate, for senders that check the device's certificate.
    var rootCertificatePath: String { directory.path(of: File.rootCertificate.rawValue) }

    /// Loads the stored device, or creates a new one if the directory has none.
    ///
    /// Blocks on files and on key generation, so it must not be called on an event loop.
    ///
    /// - Throws: ``VirtualDeviceError`` with ``VirtualDeviceError/Code-swift.struct/stateDirectoryUnusable``, naming
    ///   the file and the problem. A damaged file is never replaced, because the device would become a different one.
    func loadOrCreate() throws(VirtualDeviceError) -> (DeviceIdentity, DeviceKeys) {
        do {
            try directory.check()
            if let text = try read(.identity) { return try load(text) }
            try directory.create()
            let identity = DeviceIdentity.generate()
            let keys = try DeviceKeys.generate(for: identity)
            try save(identity, keys)
            return (identity, keys)
        } catch let error as VirtualDeviceError {
            throw error
        } catch let refusal as PrivateDirectory.Refusal {
            throw VirtualDeviceError(.stateDirectoryUnusable, refusal.description)
        } catch {
            throw VirtualDeviceError(
                .stateDirectoryUnusable,
                "cannot use the state directory \(directory.path): \(error); choose another one, or none for a new "
                    + "identity at each start"
            )
        }
    }

    private func load(_ text: String) throws -> (DeviceIdentity, DeviceKeys) {
        guard let object = try? JSONValue(parsing: text), let id = object["id"]?.stringValue,
            UUID(uuidString: id) != nil,
            let cloudDeviceID = object["cloudDeviceId"]?.stringValue,
            let receiverMetricsID = object["receiverMetricsId"]?.stringValue,
            let bootstrapAddress = object["bootstrapAddress"]?.stringValue
        else { throw damaged(.identity) }
        let identity = DeviceIdentity(
            id: id.lowercased(),
            cloudDeviceID: cloudDeviceID,
            receiverMetricsID: receiverMetricsID,
            bootstrapAddress: bootstrapAddress
        )
        let keys = DeviceKeys(
            tls: try parse(.tlsKey) { try TLSPrivateKey(pemRepresentation: $0) },
            credentials: DeviceCredentials(
                key: try parse(.deviceKey) { try _RSA.Signing.PrivateKey(pemRepresentation: $0) },
                certificate: try parse(.deviceCertificate) { try Certificate(pemEncoded: $0) },
                intermediate: try read(.intermediateCertificate) == nil
                    ? nil : try parse(.intermediateCertificate) { try Certificate(pemEncoded: $0) },
                root: try parse(.rootCertificate) { try Certificate(pemEncoded: $0) }
            )
        )
        let credentials = keys.credentials
        guard credentials.intermediate != nil || credentials.certificate.issuer == credentials.root.subject else {
            throw damaged(.intermediateCertificate)
        }
        return (identity, keys)
    }

    private func parse<Value>(_ file: File, _ body: (String) throws -> Value) throws -> Value {
        guard let text = try read(file), let value = try? body(text) else { throw damaged(file) }
        return value
    }

    private func damaged(_ file: File) -> VirtualDeviceError {
        VirtualDeviceError(
            .stateDirectoryUnusable,
            "\(directory.path(of: file.rawValue)) is missing or damaged; remove \(directory.path) to create a new "
                + "identity, which senders will not recognize"
        )
    }

    private func save(_ identity: DeviceIdentity, _ keys: DeviceKeys) throws {
        let credentials = keys.credentials
        try write(.tlsKey, keys.tls.pemRepresentation)
        try write(.deviceKey, credentials.key.pemRepresentation)
        try write(.deviceCertificate, credentials.certificate.serializeAsPEM().pemString)
        if let intermediate = credentials.intermediate {
            try write(.intermediateCertificate, intermediate.serializeAsPEM().pemString)
        }
        try write(.rootCertificate, credentials.root.serializeAsPEM().pemString)
        let object: JSONObject = [
            "version": 1,
            "id": .string(identity.id),
            "cloudDeviceId": .string(identity.cloudDeviceID),
            "receiverMetricsId": .string(identity.receiverMetricsID),
            "bootstrapAddress": .string(identity.bootstrapAddress),
        ]
        try write(.identity, object.jsonString)
    }

    private func read(_ file: File) throws -> String? {
        try directory.read(file.rawValue, file.access)
    }

    private func write(_ file: File, _ text: String) throws {
        try directory.write(text + "\n", to: file.rawValue)
    }
}

/// The ids by which senders recognize a device.
struct DeviceIdentity: Sendable, Hashable {
    /// A lowercase UUID with hyphens.
    var id: String
    /// The value of the TXT key `cd`: 32 uppercase hexadecimal digits.
    var cloudDeviceID: String
    /// The value of the TXT key `rm`: 16 uppercase hexadecimal digits.
    var receiverMetricsID: String
    /// The value of the TXT key `bs`: 12 uppercase hexadecimal digits, like a MAC address.
    var bootstrapAddress: String

    /// Creates the identity of a new device.
    static func generate() -> DeviceIdentity {
        DeviceIdentity(
            id: UUID().uuidString.lowercased(),
            cloudDeviceID: Hexadecimal.random(bytes: 16, uppercase: true),
            receiverMetricsID: Hexadecimal.random(bytes: 8, uppercase: true),
            bootstrapAddress: "FA8FCA" + Hexadecimal.random(bytes: 3, uppercase: true)
        )
    }

    /// The id without hyphens, as in the TXT record.
    var compactID: String { id.filter { $0 != "-" } }
}

/// The private keys and certificates of a device.
struct DeviceKeys: Sendable {
    /// The key of the TLS certificate. The certificate itself is renewed every day or two.
    var tls: TLSPrivateKey
    var credentials: DeviceCredentials

    /// Generates new keys, four of them RSA keys, which takes about a second.
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
