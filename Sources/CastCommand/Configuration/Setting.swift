// SPDX-License-Identifier: Apache-2.0

import CastWire

/// A setting of the configuration: its name in the file, its environment variable, and the option that overrides both.
enum Setting: String, CaseIterable, Sendable {
    case device
    case interface
    case mediaPort = "media-port"
    case audio
    case subtitlesLanguage = "subtitles-language"
    case noSubtitles = "no-subtitles"
    case requireAuth = "require-auth"
    case trustRoot = "trust-root"
    case broker = "bridge.mqtt"
    case site = "bridge.site"
    case passwordFile = "bridge.password-file"
    case brokerTrust = "bridge.ca"
    case brokerCertificate = "bridge.cert"
    case brokerKey = "bridge.key"
    case topicPrefix = "bridge.topic-prefix"

    /// What a setting holds.
    enum Form: Sendable {
        case text
        /// Texts, separated by commas in an environment variable.
        case list
        case flag
        /// A port or a range of ports.
        case ports
    }

    var form: Form {
        switch self {
        case .interface, .trustRoot: .list
        case .noSubtitles, .requireAuth: .flag
        case .mediaPort: .ports
        default: .text
        }
    }

    /// The environment variable, which takes precedence over the file.
    var variable: String {
        switch self {
        case .broker: "CAST_MQTT"
        case .site: "CAST_SITE"
        case .passwordFile: "CAST_MQTT_PASSWORD_FILE"
        case .brokerTrust: "CAST_MQTT_CA"
        case .brokerCertificate: "CAST_MQTT_CERT"
        case .brokerKey: "CAST_MQTT_KEY"
        case .topicPrefix: "CAST_MQTT_TOPIC_PREFIX"
        default: "CAST_" + rawValue.uppercased().replacing("-", with: "_")
        }
    }

    /// The option that takes precedence over the variable and the file.
    var option: String { "--" + (rawValue.split(separator: ".").last ?? "") }

    var summary: String {
        switch self {
        case .device: "the device: an alias, a name or an ID"
        case .interface: "the only network interfaces to use"
        case .mediaPort: "the ports for serving files: 8010-8019"
        case .audio: "the language of the audio track to play"
        case .subtitlesLanguage: "the language of the subtitles to show"
        case .noSubtitles: "whether to add no subtitles"
        case .requireAuth: "whether only genuine Cast devices are used"
        case .trustRoot: "the files with further root certificates to trust"
        case .broker: "the MQTT broker of cast bridge and cast fleet"
        case .site: "the name of this site"
        case .passwordFile: "the file with the password for the broker"
        case .brokerTrust: "the certificates that prove the broker's identity"
        case .brokerCertificate: "the certificate with which to sign in to the broker"
        case .brokerKey: "the key of that certificate"
        case .topicPrefix: "the beginning of all topics"
        }
    }
}

/// The value of a setting.
enum SettingValue: Hashable, Sendable {
    case text(String)
    case list([String])
    case flag(Bool)

    /// Reads a value of the configuration file; nil if it does not have the form.
    init?(_ json: JSONValue, as form: Setting.Form) {
        switch (form, json) {
        case (.text, .string(let text)) where !text.isEmpty: self = .text(text)
        case (.ports, .string(let text)) where PortRange(argument: text) != nil: self = .text(text)
        case (.ports, _): self.init(port: Int(json: json))
        case (.flag, .bool(let flag)): self = .flag(flag)
        case (.list, .string(let text)) where !text.isEmpty: self = .list([text])
        case (.list, .array(let values)):
            let texts = values.compactMap(\.stringValue)
            guard texts.count == values.count, !texts.contains("") else { return nil }
            self = .list(texts)
        default: return nil
        }
    }

    private init?(port: Int?) {
        guard let port, PortRange(argument: "\(port)") != nil else { return nil }
        self = .text("\(port)")
    }

    /// Reads words, of an environment variable or of `cast config set`; nil if they do not have the form.
    init?(words: [String], as form: Setting.Form) {
        guard !words.isEmpty, !words.contains("") else { return nil }
        switch form {
        case .list: self = .list(words)
        case _ where words.count > 1: return nil
        case .text: self = .text(words[0])
        case .ports: self.init(.string(words[0]), as: .ports)
        case .flag:
            switch words[0].lowercased() {
            case "true", "yes", "on", "1": self = .flag(true)
            case "false", "no", "off", "0": self = .flag(false)
            default: return nil
            }
        }
    }

    /// The value as one line of text: elements of a list are separated by commas.
    var text: String {
        switch self {
        case .text(let text): text
        case .list(let texts): texts.joined(separator: ",")
        case .flag(let flag): flag ? "true" : "false"
        }
    }

    var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .list(let texts): .array(texts.map { .string($0) })
        case .flag(let flag): .bool(flag)
        }
    }
}

extension Setting.Form {
    /// What a value must be, after "must be".
    var requirement: String {
        switch self {
        case .text: "a text"
        case .list: "a text or a list of texts"
        case .flag: "true or false"
        case .ports: "a port or a range of ports, such as \"8010-8019\""
        }
    }
}
