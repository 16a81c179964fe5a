// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastWire

/// `cast config`
struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show and change the settings: the default device, aliases, ports, languages.",
        discussion: """
            Settings are in the file of cast config path, in TOML. An environment variable takes precedence over the \
            file, and an option over both.

            \(settings)

            Examples:
              cast config set device "Living Room"
              cast config set aliases.tv "Living Room TV"
              cast play film.mp4 --device tv
              cast config set media-port 8010-8019
              cast config get device
              cast config unset aliases.tv
            """,
        subcommands: [
            ConfigListCommand.self, ConfigGetCommand.self, ConfigSetCommand.self, ConfigUnsetCommand.self,
            ConfigPathCommand.self,
        ]
    )

    private static let settings: String = {
        let width = Setting.allCases.map(\.rawValue.count).max() ?? 0
        let lines = Setting.allCases.map { "  \($0.rawValue.padded(to: width))  \($0.summary)" }
        return (["Settings:"] + lines + ["  \("aliases.NAME".padded(to: width))  the device that NAME stands for"])
            .joined(separator: "\n")
    }()

    /// The path of a setting in the file.
    ///
    /// - Throws: ``CommandFailure`` for a name that is not a setting.
    static func path(of key: String) throws(CommandFailure) -> [String] {
        if key.hasPrefix("aliases."), key.count > "aliases.".count {
            return ["aliases", String(key.dropFirst("aliases.".count))]
        }
        guard Setting(rawValue: key) != nil else {
            throw CommandFailure(
                code: "unknownSetting",
                exitStatus: .usage,
                message: "\"\(key)\" \(UserConfiguration.unknown(key))",
                hint: "list the settings with cast config list"
            )
        }
        return key.split(separator: ".").map(String.init)
    }
}

/// The name of a setting or an alias, as an argument.
struct SettingArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The setting.", valueName: "setting"), completion: .custom(complete))
    var key: String

    /// Completes the names of settings and aliases.
    @Sendable
    private static func complete(_ words: [String], _ index: Int, _ prefix: String) async -> [String] {
        let aliases = UserConfiguration.current.aliases.keys.map { "aliases.\($0)" }
        return (Setting.allCases.map(\.rawValue) + aliases.sorted()).filter { $0.hasPrefix(prefix) }
    }
}

/// A command of `cast config`, which works also with a file that has an error.
protocol ConfigSubcommand: ReportingCommand {}

extension ConfigSubcommand {
    var needsConfiguration: Bool { false }

    /// The path of the file, which need not exist.
    func path() throws(CommandFailure) -> String {
        guard let path = UserConfiguration.current.path else {
            throw CommandFailure(
                code: "invalidConfiguration",
                exitStatus: .failure,
                message: "there is no place for the configuration, because HOME and XDG_CONFIG_HOME are not set"
            )
        }
        return path
    }

    /// The file, which is empty if it does not exist.
    func file() throws(CommandFailure) -> ConfigurationFile {
        let path = try path()
        if let file = try ConfigurationFile.read(path) { return file }
        return try ConfigurationFile(path: path, text: "")
    }

    /// Throws the failure of the configuration, if it has one.
    func check() throws(CommandFailure) {
        if let failure = UserConfiguration.current.failure { throw failure }
    }
}

/// `cast config list`
struct ConfigListCommand: ConfigSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List all settings with their values and where they come from."
    )

    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try check()
        let configuration = UserConfiguration.current
        var table = TextTable(header: ["SETTING", "VALUE", "FROM", "VARIABLE", "OPTION"])
        var settings: [JSONValue] = []
        for setting in Setting.allCases {
            let entry = configuration.values[setting]
            let source =
                switch entry?.source {
                case .variable?: "environment"
                case .file?: "file"
                case nil: ""
                }
            table.rows.append([setting.rawValue, entry?.value.text ?? "", source, setting.variable, setting.option])
            settings.append([
                "setting": .string(setting.rawValue), "value": entry?.value.json ?? .null,
                "source": source.isEmpty ? .null : .string(source), "variable": .string(setting.variable),
                "option": .string(setting.option),
            ])
        }
        let aliases = configuration.aliases.sorted { $0.key < $1.key }
        for alias in aliases { table.rows.append(["aliases.\(alias.key)", alias.value, "file", "", "--device"]) }
        console.emit([
            "settings": .array(settings), "aliases": .object(JSONObject(aliases.map { ($0.key, .string($0.value)) })),
            "path": configuration.path.map { .string($0) } ?? .null,
        ])
        for line in table.lines { console.result(line) }
        return .success
    }
}

/// `cast config get`
struct ConfigGetCommand: ConfigSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print the value of a setting.",
        discussion: "The exit status is 1 if it is not set."
    )

    @OptionGroup var setting: SettingArgument
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        let key = setting.key
        let path = try ConfigCommand.path(of: key)
        try check()
        let configuration = UserConfiguration.current
        let value: SettingValue? =
            path[0] == "aliases"
            ? configuration.aliases[path[1].lowercased()].map { .text($0) }
            : Setting(rawValue: key).flatMap { configuration.values[$0]?.value }
        console.emit(["setting": .string(key), "value": value?.json ?? .null])
        guard let value else { return .failure }
        console.result(value.text)
        return .success
    }
}

/// `cast config set`
struct ConfigSetCommand: ConfigSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change a setting in the file, and keep its comments and order.",
        discussion: """
            Examples:
              cast config set device "Living Room"
              cast config set interface eth0 wlan0
              cast config set aliases.tv "Living Room TV"
            """
    )

    @OptionGroup var setting: SettingArgument
    @Argument(help: "The value; several for a list.")
    var values: [String]

    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        let key = setting.key
        let path = try ConfigCommand.path(of: key)
        let form = Setting(rawValue: key)?.form ?? .text
        guard let value = SettingValue(words: values, as: form) else {
            throw CommandFailure(
                code: "invalidValue",
                exitStatus: .usage,
                message: "\"\(key)\" must be \(form.requirement)"
            )
        }
        let file = try file()
        let changed = try file.setting(value.json, at: file.spelled(path))
        try changed.write()
        console.emit(["setting": .string(key), "value": value.json, "path": .string(changed.path)])
        console.detail("wrote \(changed.path)")
        return .success
    }
}

/// `cast config unset`
struct ConfigUnsetCommand: ConfigSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "unset",
        abstract: "Remove a setting from the file."
    )

    @OptionGroup var setting: SettingArgument
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        let key = setting.key
        let file = try file()
        // Also a name that is not a setting can be removed: it may be the error in the file.
        let path = file.spelled((try? ConfigCommand.path(of: key)) ?? key.split(separator: ".").map(String.init))
        let value = path.count == 1 ? file.content[path[0]] : file.content[path[0]]?[path[1]]
        guard path.count <= 2, value != nil else {
            throw CommandFailure(
                code: "notSet",
                exitStatus: .failure,
                message: "\"\(key)\" is not set in \(file.path)"
            )
        }
        try file.setting(nil, at: path).write()
        console.emit(["setting": .string(key), "value": .null, "path": .string(file.path)])
        console.detail("wrote \(file.path)")
        return .success
    }
}

/// `cast config path`
struct ConfigPathCommand: ConfigSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "path",
        abstract: "Print the path of the configuration file, which need not exist."
    )

    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        let path = try path()
        console.emit(["path": .string(path)])
        console.result(path)
        return .success
    }
}
