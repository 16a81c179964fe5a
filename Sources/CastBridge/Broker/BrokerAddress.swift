// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where an MQTT broker is, and how to sign in there.
public struct BrokerAddress: Hashable, Sendable {
    /// The files for TLS. The paths are absolute or relative to the current directory.
    public struct TLS: Hashable, Sendable {
        /// A PEM file with the certificates that are trusted; nil for those that the system trusts.
        public var trustedCertificates: String?
        /// A PEM file with the certificate of this client; nil for none.
        public var certificate: String?
        /// A PEM file with the key of ``certificate``; nil if that file contains it.
        public var key: String?

        /// Creates the settings.
        ///
        /// - Parameters:
        ///   - trustedCertificates: A PEM file with the certificates that are trusted; nil for those of the system.
        ///   - certificate: A PEM file with the certificate of this client; nil for none.
        ///   - key: A PEM file with the key of the certificate; nil if that file contains it.
        public init(trustedCertificates: String? = nil, certificate: String? = nil, key: String? = nil) {
            self.trustedCertificates = trustedCertificates
            self.certificate = certificate
            self.key = key
        }
    }

    /// The host name or the IP address.
    public var host: String
    /// The port: 1883 by default, and 8883 with TLS.
    public var port: Int
    /// The settings for TLS; nil for a connection without it.
    public var tls: TLS?
    /// The user name; nil for none.
    public var username: String?
    /// The password; nil for none.
    public var password: String?

    /// The broker as errors name it, without the user.
    public var name: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Reads a URL such as `mqtt://broker.local` or `mqtts://broker.local:8883`.
    ///
    /// - Parameters:
    ///   - url: The URL. A user name is accepted in it; a password is not, because other users of this machine can read the
    ///     arguments of a process.
    ///   - tls: The settings for TLS, which are used with `mqtts`.
    ///   - password: The password; nil for none.
    /// - Throws: ``BrokerError`` with the code `invalidConfiguration`.
    public init(url: String, tls: TLS = TLS(), password: String? = nil) throws(BrokerError) {
        func invalid(_ reason: String) -> BrokerError { BrokerError(.invalidConfiguration, broker: url, reason) }
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
            let host = parts.host, !host.isEmpty
        else {
            throw BrokerError(.invalidConfiguration, broker: url, "this is not a URL such as mqtt://broker.local:1883")
        }
        guard ["mqtt", "mqtts"].contains(scheme) else {
            throw invalid("the URL begins with \(scheme)://, but only mqtt:// and mqtts:// are supported")
        }
        guard parts.password == nil else {
            throw BrokerError(
                .invalidConfiguration,
                broker: host,
                "the URL contains a password, which other users of this machine could read; use a file or the environment"
            )
        }
        guard parts.path.isEmpty || parts.path == "/", parts.query == nil, parts.fragment == nil else {
            throw invalid("the URL has a path or a query, which MQTT does not have")
        }
        let usesTLS = scheme == "mqtts"
        guard usesTLS || tls == TLS() else {
            throw invalid("certificates are specified, but the URL begins with mqtt://; use mqtts://")
        }
        guard let port = parts.port.map({ (1...65535).contains($0) ? $0 : nil }) ?? (usesTLS ? 8883 : 1883) else {
            throw invalid("the port is not between 1 and 65535")
        }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        self.port = port
        self.tls = usesTLS ? tls : nil
        username = parts.user
        self.password = password
    }
}
