// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastBridge
import CastMedia
import CastWire

/// Options that name an MQTT broker, and how to sign in there.
struct BrokerOptions: ParsableArguments {
    @Option(
        name: .customLong("mqtt"),
        help: ArgumentHelp(
            "The MQTT broker: mqtt://host[:port], or mqtts://host[:port] with TLS.",
            discussion:
                "A user name may precede the host: mqtt://ada@host. Default: the setting bridge.mqtt.",
            valueName: "url"
        )
    )
    var url: String?

    @Option(
        name: .customLong("password-file"),
        help: ArgumentHelp(
            "The file with the password for the broker.",
            discussion: "Default: the environment variable CAST_MQTT_PASSWORD.",
            valueName: "file"
        ),
        completion: .file()
    )
    var passwordFile: String?

    @Option(
        name: .customLong("ca"),
        help: ArgumentHelp("The certificates to trust, as PEM. Default: those of the system.", valueName: "file"),
        completion: .file()
    )
    var trustedCertificates: String?

    @Option(
        name: .customLong("cert"),
        help: ArgumentHelp("The certificate with which to sign in, as PEM.", valueName: "file"),
        completion: .file()
    )
    var certificate: String?

    @Option(
        name: .long,
        help: ArgumentHelp("The key of that certificate, as PEM. Default: in the same file.", valueName: "file"),
        completion: .file()
    )
    var key: String?

    @Option(
        name: .customLong("topic-prefix"),
        help: ArgumentHelp("The beginning of all topics. Default: cast.", valueName: "prefix")
    )
    var givenTopicPrefix: String?

    /// The beginning of all topics, from the option, else from the configuration.
    var topicPrefix: String { givenTopicPrefix ?? UserConfiguration.current.text(.topicPrefix) ?? "cast" }

    func validate() throws {
        guard key == nil || certificate != nil else { throw ValidationError("--key needs --cert.") }
        let levels = topicPrefix.split(separator: "/", omittingEmptySubsequences: false)
        guard !levels.isEmpty, levels.allSatisfy({ !$0.isEmpty && !$0.contains { "+#$".contains($0) } }) else {
            throw ValidationError("--topic-prefix must be a topic without the characters + # $, such as building/cast.")
        }
    }

    /// The broker, with the password from the file or the environment.
    func address() throws -> BrokerAddress {
        let configuration = UserConfiguration.current
        guard let url = url ?? configuration.text(.broker) else {
            throw CommandFailure(
                code: "invalidConfiguration",
                exitStatus: .usage,
                message: "no MQTT broker is specified",
                hint: "use --mqtt mqtt://host, or: cast config set bridge.mqtt mqtt://host"
            )
        }
        var password = TerminalDevice.environment("CAST_MQTT_PASSWORD")
        if let passwordFile = passwordFile ?? (password == nil ? configuration.text(.passwordFile) : nil) {
            password = try Self.password(in: passwordFile)
        }
        return try BrokerAddress(
            url: url,
            tls: .init(
                trustedCertificates: trustedCertificates ?? configuration.text(.brokerTrust),
                certificate: certificate ?? configuration.text(.brokerCertificate),
                key: certificate == nil ? configuration.text(.brokerKey) : key
            ),
            password: password
        )
    }

    /// Returns the first line of a file.
    ///
    /// - Throws: ``CommandFailure``, which names the file and the reason.
    static func password(in path: String) throws(CommandFailure) -> String {
        let problem: String
        do throws(SmallFile.Failure) {
            if let text = String(validUTF8: try SmallFile.read(path, limit: passwordFileLimit)) {
                return String(text.prefix { !$0.isNewline })
            }
            problem = "it is not UTF-8 text"
        } catch {
            problem = error.description
        }
        throw CommandFailure(
            code: "invalidConfiguration",
            exitStatus: .failure,
            message: "the password file \(path) cannot be read: \(problem)",
            hint: "name a file whose first line is the password, or set CAST_MQTT_PASSWORD"
        )
    }

    private static let passwordFileLimit = 64 << 10
}

extension CommandFailure {
    /// Converts an error of a broker.
    init(_ error: BrokerError) {
        self.init(
            code: error.code.rawValue,
            exitStatus: error.code == .unreachable || error.code == .connectionLost ? .unreachable : .failure,
            message: "\(error)",
            hint: error.advice
        )
    }
}
