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

/// Keeps a device's identity in a directory, readable by this user alone.
///
/// A directory made here has mode 0700; an existing one keeps its mode and is refused when other users can write to
/// it. Every file has mode 0600; a key that other users can read is refused. A file is either complete or not there: it is written under
/// another name first. `identity.json` is written last and says that the rest is complete.
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

    /// Where senders that check the device's certificate find the root to trust.
    var rootCertificatePath: String { directory.path(of: File.rootCertificate.rawValue) }

    /// The device that was kept here, or a new one when there was none.
    ///
    /// Blocks on files and on making keys: not for an event loop.
    ///
    /// - Throws: ``VirtualDeviceError`` with ``VirtualDeviceError/Code-swift.struct/stateDirectoryUnusable``, naming
    ///   the file and what is wrong with it. A damaged file is never replaced: the device would be another one.
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
                "the state directory \(directory.path) cannot be used: \(error); give another one, or none to forget "
                    + "the device when it stops"
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
            "\(directory.path(of: file.rawValue)) is missing or damaged; remove \(directory.path) to make a new device "
                + "there, which senders will not recognise"
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
