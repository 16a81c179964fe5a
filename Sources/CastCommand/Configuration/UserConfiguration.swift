// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastWire

/// The user's settings, from environment variables and from the configuration file.
///
/// An option on the command line takes precedence over a variable, and a variable over the file.
struct UserConfiguration: Sendable {
    /// Where the value of a setting comes from.
    enum Source: Hashable, Sendable {
        case variable(String)
        case file
    }

    private(set) var values: [Setting: (value: SettingValue, source: Source)] = [:]
    /// Names of the user for devices, in lower case, and the names or IDs of these devices.
    private(set) var aliases: [String: String] = [:]
    /// The path of the configuration file, which need not exist; nil for a user without a home directory.
    private(set) var path: String?
    /// Why a part of the configuration cannot be used. Commands that depend on it end with this failure.
    private(set) var failure: CommandFailure?

    /// The configuration of the running command. Empty by default, so that tests do not depend on the user's.
    @TaskLocal static var current = UserConfiguration()

    init() {}

    /// Reads the variables and the file. Blocks on the file system.
    static func load(environment: (String) -> String?) -> UserConfiguration {
        var configuration = UserConfiguration()
        configuration.path = ConfigurationFile.path(environment: environment)
        do throws(CommandFailure) {
            if let path = configuration.path, let file = try ConfigurationFile.read(path) {
                try configuration.add(file)
            }
            try configuration.addVariables(environment)
        } catch {
            configuration.failure = error
        }
        return configuration
    }

    private mutating func addVariables(_ environment: (String) -> String?) throws(CommandFailure) {
        for setting in Setting.allCases {
            // An empty variable counts as unset.
            guard let text = environment(setting.variable), !text.isEmpty else { continue }
            let words = setting.form == .list ? text.split(separator: ",").map(String.init) : [text]
            guard let value = SettingValue(words: words, as: setting.form) else {
                throw CommandFailure(
                    code: "invalidConfiguration",
                    exitStatus: .usage,
                    message:
                        "the environment variable \(setting.variable) must be \(setting.form.requirement), not \"\(text)\""
                )
            }
            values[setting] = (value, .variable(setting.variable))
        }
    }

    /// Adds the settings of a file.
    ///
    /// - Throws: ``CommandFailure`` with the line of a name that is not a setting, or of a value that does not fit.
    private mutating func add(_ file: ConfigurationFile) throws(CommandFailure) {
        for member in file.content.members {
            switch (member.key, member.value) {
            case ("aliases", .object(let table)):
                for alias in table.members {
                    guard let name = alias.value.stringValue, !name.isEmpty else {
                        throw file.failure(at: ["aliases", alias.key], "must be the name or the ID of a device")
                    }
                    aliases[alias.key.lowercased()] = name
                }
            case ("bridge", .object(let table)):
                for entry in table.members { try add(entry.value, at: ["bridge", entry.key], of: file) }
            default: try add(member.value, at: [member.key], of: file)
            }
        }
    }

    private mutating func add(_ value: JSONValue, at path: [String], of file: ConfigurationFile) throws(CommandFailure)
    {
        let name = path.joined(separator: ".")
        guard let setting = Setting(rawValue: name), !path.contains(where: { $0.contains(".") }) else {
            throw file.failure(at: path, Self.unknown(name))
        }
        guard let value = SettingValue(value, as: setting.form) else {
            throw file.failure(at: path, "must be \(setting.form.requirement)")
        }
        values[setting] = (value, .file)
    }

    /// The problem of a name that is not a setting, with the most similar setting.
    static func unknown(_ name: String) -> String {
        let names = Setting.allCases.map(\.rawValue) + ["aliases"]
        guard let similar = mostSimilar(to: name, among: names) else { return "is not a setting" }
        return "is not a setting; did you mean \"\(similar)\"?"
    }
}

// MARK: - Values

extension UserConfiguration {
    func text(_ setting: Setting) -> String? {
        if case .text(let text)? = values[setting]?.value { text } else { nil }
    }

    func list(_ setting: Setting) -> [String] {
        if case .list(let texts)? = values[setting]?.value { texts } else { [] }
    }

    func flag(_ setting: Setting) -> Bool? {
        if case .flag(let flag)? = values[setting]?.value { flag } else { nil }
    }

    /// The ports on which files are served.
    var mediaPorts: PortRange? { text(.mediaPort).flatMap(PortRange.init(argument:)) }

    /// Returns the device that a name stands for: the target of an alias, else the name itself.
    func deviceName(_ name: String) -> String { aliases[name.lowercased()] ?? name }
}
