// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import CastCommand

@Suite("Changes of the configuration file")
struct ConfigurationFileTests {
    private static let commented = """
        # Mine.
        device = "tv"  # the big one

        # Ports of the firewall.
        media-port = "8010-8019"

        [aliases]
        tv = "Living Room TV"
        "the den" = "Den"

        [bridge]
        mqtt = "mqtt://broker"

        """

    private func changed(_ text: String, _ path: [String], to value: JSONValue?) throws -> String {
        try ConfigurationFile(path: "/config.toml", text: text).setting(value, at: path).text
    }

    @Test("a setting is changed in its place, and everything else is kept")
    func change() throws {
        let text = try changed(Self.commented, ["media-port"], to: "9000")
        #expect(text == Self.commented.replacing("\"8010-8019\"", with: "\"9000\""))
        let other = try changed(Self.commented, ["aliases", "the den"], to: "Den TV")
        #expect(other == Self.commented.replacing("\"Den\"", with: "\"Den TV\""))
    }

    @Test("a new setting comes at the end of its table")
    func addition() throws {
        let top = try changed(Self.commented, ["audio"], to: "de")
        #expect(top.contains("media-port = \"8010-8019\"\naudio = \"de\"\n\n[aliases]"))
        let alias = try changed(Self.commented, ["aliases", "wall"], to: "Wall")
        #expect(alias.contains("\"the den\" = \"Den\"\nwall = \"Wall\"\n\n[bridge]"))
        #expect(try changed("", ["device"], to: "a") == "device = \"a\"\n")
        #expect(try changed("", ["aliases", "é"], to: "a") == "[aliases]\n\"é\" = \"a\"\n")
        #expect(
            try changed("device = \"a\"", ["bridge", "site"], to: "x") == "device = \"a\"\n\n[bridge]\nsite = \"x\"\n"
        )
    }

    @Test("a setting is removed with all of its lines")
    func removal() throws {
        let text = "interface = [\n  \"a\", # one\n  \"b\",\n]\ndevice = \"c\"\n"
        #expect(try changed(text, ["interface"], to: nil) == "device = \"c\"\n")
        #expect(try changed(text, ["interface"], to: ["z"]) == "interface = [\"z\"]\ndevice = \"c\"\n")
        #expect(try !changed(Self.commented, ["aliases", "tv"], to: nil).contains("Living Room TV"))
    }

    @Test(
        "texts with quotes, backslashes and control characters are read as they were set",
        arguments: [
            "\"", "\\", "a\nb", "\u{7F}", "\u{0}", "C:\\TV/é", "# no comment", "[x]", "'", "🙂",
        ]
    )
    func texts(text: String) throws {
        let file = try ConfigurationFile(path: "/c", text: Self.commented).setting(
            .string(text),
            at: ["aliases", text]
        )
        #expect(file.content["aliases"]?[text] == .string(text))
    }

    @Test("text within an array or a string is not taken for a setting")
    func lookalikes() throws {
        let text = "trust-root = [\n\"\"\"\ndevice = \"x\"\n\"\"\"]\ndevice = \"y\"\n"
        let file = try ConfigurationFile(path: "/c", text: text)
        let changed = try file.setting("z", at: ["device"])
        #expect(changed.text == text.replacing("device = \"y\"", with: "device = \"z\""))
    }

    @Test("an alias is the same in upper and lower case")
    func aliasCase() throws {
        let file = try ConfigurationFile(path: "/c", text: Self.commented)
        #expect(file.spelled(["aliases", "TV"]) == ["aliases", "tv"])
        #expect(file.spelled(["aliases", "new"]) == ["aliases", "new"])
        #expect(file.spelled(["bridge", "MQTT"]) == ["bridge", "MQTT"])
    }

    @Test("an inline table is not rewritten")
    func inlineTable() throws {
        let file = try ConfigurationFile(path: "/c", text: "aliases = { tv = \"a\" }")
        #expect(throws: CommandFailure.self) { try file.setting("b", at: ["aliases", "tv"]) }
    }

    @Test("the file is written for the user only, in a directory that did not exist, and through a symbolic link")
    func writing() throws {
        let directory = try TemporaryConfiguration(nil)
        defer { directory.remove() }
        let path = directory.directory.path + "/new/config.toml"
        let file = try ConfigurationFile(path: path, text: "").setting("tv", at: ["device"])
        try file.write()
        #expect(try ConfigurationFile.read(path)?.content == ["device": "tv"])
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let link = directory.directory.path + "/link.toml"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        try ConfigurationFile(path: link, text: "device = \"other\"\n").write()
        #expect(try ConfigurationFile.read(path)?.content == ["device": "other"])
        #expect(throws: CommandFailure.self) { try ConfigurationFile(path: "/proc/no/config.toml", text: "").write() }
    }
}
