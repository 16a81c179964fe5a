// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastMedia
import CastSender
import Foundation
import Testing

@testable import CastCommand

@Suite("Configuration of the user")
struct UserConfigurationTests {
    /// Loads a configuration from a file with this text, and from variables.
    private func loaded(_ text: String, _ variables: [String: String] = [:]) throws -> UserConfiguration {
        let directory = try TemporaryConfiguration(text)
        defer { directory.remove() }
        return UserConfiguration.load { variables[$0] ?? directory.variables[$0] }
    }

    @Test("a file sets defaults and aliases")
    func file() throws {
        let configuration = try loaded(
            """
            device = "tv"
            media-port = "8010-8019"
            interface = ["eth0", "wlan0"]
            require-auth = true
            [aliases]
            TV = "Living Room TV"
            [bridge]
            mqtt = "mqtt://broker"
            """
        )
        #expect(configuration.failure == nil)
        #expect(configuration.text(.device) == "tv")
        #expect(configuration.mediaPorts?.ports == 8010...8019)
        #expect(configuration.list(.interface) == ["eth0", "wlan0"])
        #expect(configuration.flag(.requireAuth) == true)
        #expect(configuration.text(.broker) == "mqtt://broker")
        #expect(configuration.deviceName("tV") == "Living Room TV")
        #expect(configuration.deviceName("Kitchen") == "Kitchen")
    }

    @Test("a variable takes precedence over the file, unless it is empty")
    func precedence() throws {
        let variables = ["CAST_DEVICE": "Kitchen", "CAST_MQTT": "", "CAST_INTERFACE": "a,b", "CAST_MEDIA_PORT": "8010"]
        let configuration = try loaded(
            """
            device = "tv"
            interface = "c"
            [bridge]
            mqtt = "mqtt://broker"
            """,
            variables
        )
        #expect(configuration.text(.device) == "Kitchen")
        #expect(configuration.text(.broker) == "mqtt://broker")
        #expect(configuration.list(.interface) == ["a", "b"])
        #expect(configuration.mediaPorts?.ports == 8010...8010)
        #expect(configuration.values[.device]?.source == .variable("CAST_DEVICE"))
        #expect(configuration.values[.broker]?.source == .file)
    }

    @Test("options take precedence over the configuration, and aliases apply to both")
    func choice() throws {
        let host = try #require(HostAddress("192.0.2.7"))
        let configuration = try loaded("device = \"tv\"\n[aliases]\ntv = \"Living Room\"\nden = \"Den TV\"")
        UserConfiguration.$current.withValue(configuration) {
            #expect(TargetChoice(device: nil, host: host) == .host(host))
            #expect(TargetChoice(device: "Kitchen", host: nil) == .named("Kitchen"))
            #expect(TargetChoice(device: "den", host: nil) == .named("Den TV"))
            #expect(TargetChoice(device: nil, host: nil) == .named("Living Room"))
        }
        #expect(TargetChoice(device: nil, host: nil) == .onlyOne)
    }

    @Test("subtitles that an option asks for are not turned off by the configuration")
    func subtitles() throws {
        let configuration = try loaded("no-subtitles = true\naudio = \"de\"")
        try UserConfiguration.$current.withValue(configuration) { () throws in
            #expect(try !SubtitleOptions.parse([]).choices.includesSidecars)
            #expect(try SubtitleOptions.parse(["--subtitles-language", "de"]).choices.includesSidecars)
            #expect(try SubtitleOptions.parse(["--subtitles", "a.srt"]).choices.paths == ["a.srt"])
            #expect(try ConversionOptions.parse([]).plan.audioLanguage == "de")
            #expect(try ConversionOptions.parse(["--audio", "en"]).plan.audioLanguage == "en")
        }
    }

    @Test("required authentication can be turned off by an option")
    func authentication() throws {
        let configuration = try loaded("require-auth = true")
        try UserConfiguration.$current.withValue(configuration) { () throws in
            #expect(try TrustOptions.parse([]).authentication().policy == .required)
            #expect(try TrustOptions.parse(["--no-require-auth"]).authentication().policy == .off)
        }
        #expect(try TrustOptions.parse([]).authentication().policy == .off)
    }

    @Test(
        "an error names the file, the line and what is expected",
        arguments: [
            ("\ndevise = \"tv\"", ["line 2", "\"devise\" is not a setting", "did you mean \"device\"?"]),
            ("[bridge]\nmqt = \"a\"", ["line 2", "\"bridge.mqt\"", "did you mean \"bridge.mqtt\"?"]),
            ("[alias]\ntv = \"a\"", ["\"alias\" is not a setting", "did you mean \"aliases\"?"]),
            ("\"bridge.mqtt\" = \"a\"", ["\"bridge.mqtt\" is not a setting"]),
            ("media-port = 99999", ["line 1", "\"media-port\" must be a port or a range of ports"]),
            ("# a\n\nrequire-auth = \"yes\"", ["line 3", "\"require-auth\" must be true or false"]),
            ("interface = [1]", ["\"interface\" must be a text or a list of texts"]),
            ("device = \"\"", ["\"device\" must be a text"]),
            ("[aliases]\ntv = 7", ["line 2", "\"aliases.tv\" must be the name or the ID of a device"]),
            ("device = 1979-05-27\nx = inf", ["\"x\" is not a setting"]),
            ("\n\ndevice = ", ["line 3"]),
            ("aliases = 3", ["\"aliases\" is not a setting"]),
        ]
    )
    func errors(text: String, expected: [String]) throws {
        let failure = try #require(try loaded(text).failure)
        #expect(failure.exitStatus == .usage)
        #expect(failure.message.contains("/cast/config.toml"))
        for part in expected { #expect(failure.message.contains(part), "\(failure.message)") }
    }

    @Test("a variable with a value that does not fit is an error")
    func variableError() throws {
        let failure = try #require(try loaded("", ["CAST_MEDIA_PORT": "many"]).failure)
        #expect(failure.message.contains("CAST_MEDIA_PORT"))
    }

    @Test("files that are no text, too large or absent")
    func unusualFiles() throws {
        #expect(UserConfiguration.load { _ in nil }.path == nil)
        #expect(UserConfiguration.load { $0 == "HOME" ? "/nowhere" : nil }.failure == nil)
        #expect(UserConfiguration.load { $0 == "XDG_CONFIG_HOME" ? "relative" : nil }.path == nil)
        #expect(
            try loaded(String(repeating: "# a comment\n", count: 1 << 17)).failure?.message.contains("larger") == true
        )
    }
}

/// A directory with a configuration file.
struct TemporaryConfiguration {
    let directory: URL
    var variables: [String: String] { ["XDG_CONFIG_HOME": directory.path] }
    var file: URL { directory.appending(path: "cast/config.toml") }
    var text: String? { try? String(contentsOf: file, encoding: .utf8) }

    init(_ text: String?) throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "configuration-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: directory.appending(path: "cast"),
            withIntermediateDirectories: true
        )
        if let text { try Data(text.utf8).write(to: file) }
    }

    func remove() { try? FileManager.default.removeItem(at: directory) }
}
