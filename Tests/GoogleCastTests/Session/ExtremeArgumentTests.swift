// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire
import Foundation
import Testing

@testable import GoogleCast

private let megabyte = String(repeating: "x", count: 1_000_000)

/// Arguments that no app passes on purpose. Each fails or succeeds with a defined result, and the next session is
/// unaffected.
@Suite("Extreme arguments", .serialized)
@MainActor
struct ExtremeArgumentTests {
    /// Starts a session and waits until it runs or has failed. Returns whether it runs.
    private func attempt(
        _ stage: CastStage,
        on device: GCKDevice,
        options: [String: any NSCoding & NSObjectProtocol]? = nil
    ) async -> Bool {
        let log = SessionLog(stage.context)
        defer { log.stop() }
        guard stage.sessions.startSession(with: device, sessionOptions: options) else { return false }
        #expect(
            await stage.wait(within: .seconds(120)) {
                stage.sessions.hasConnectedCastSession() || log.lifecycle.contains { $0.hasPrefix("didFailToStart") }
            }
        )
        return stage.sessions.hasConnectedCastSession()
    }

    /// Checks that a session starts afterward.
    private func ordinary(_ stage: CastStage, on device: GCKDevice) async {
        if stage.sessions.currentSession != nil { stage.sessions.endSessionAndStopCasting(true) }
        #expect(await stage.wait { stage.sessions.currentSession == nil })
        #expect(await attempt(stage, on: device), "an ordinary session starts afterward")
    }

    @Test("session options with wrong types, unknown keys and a megabyte of text", arguments: 0..<6)
    func sessionOptions(_ index: Int) async throws {
        let all: [[String: any NSCoding & NSObjectProtocol]] = [
            ["gck_applicationID": NSNumber(value: 7)], ["gck_applicationID": "" as NSString],
            ["gck_applicationID": "\u{0}\u{202E}🎬" as NSString], ["gck_applicationID": megabyte as NSString],
            ["": NSArray(array: [NSNull()])], ["unknown": megabyte as NSString],
        ]
        try await CastStage.perform(.memory) { stage in
            let (_, listed) = try await stage.found()
            _ = await attempt(stage, on: listed, options: all[index])
            await ordinary(stage, on: listed)
        }
    }

    @Test("credentials that are a megabyte long, empty, or control characters", arguments: 0..<3)
    func credentials(_ index: Int) async throws {
        let text = [megabyte, "", "\u{0}\u{1B}[2J\u{2028}\"\\"][index]
        try await CastStage.perform(.memory) { stage in
            let (_, listed) = try await stage.found()
            stage.context.setLaunch(GCKCredentialsData(credentials: text, credentialsType: text))
            _ = await attempt(stage, on: listed)
            stage.context.setLaunch(nil)
            await ordinary(stage, on: listed)
        }
    }

    @Test("application IDs and launch options that no device supports", arguments: ["", "?", "\u{0}", megabyte])
    func launch(_ text: String) async throws {
        try await CastStage.perform(.memory) { stage in
            stage.criteria = GCKDiscoveryCriteria(applicationID: text)
            stage.configure = { options in
                let launch = GCKLaunchOptions()
                launch.languageCode = text
                options.launchOptions = launch
            }
            let (_, listed) = try await stage.found()
            #expect(!(await attempt(stage, on: listed)), "the application does not exist")
            #expect(await stage.wait { stage.sessions.currentSession == nil })
        }
    }

    @Test("media with invalid URLs", arguments: ["", "ht!tp://%%%", "javascript:alert(1)", "\u{0}", megabyte])
    @available(*, deprecated, message: "tests deprecated API")
    func media(_ address: String) async throws {
        try await CastStage.perform(.memory) { stage in
            let (_, listed) = try await stage.found()
            let client = try #require(try await stage.started(on: listed).remoteMediaClient)
            let builder = GCKMediaInformationBuilder(contentID: address)
            builder.contentType = "video/mp4"
            let delegate = RequestLog()
            client.loadMedia(builder.build()).delegate = delegate
            #expect(await stage.wait(within: .seconds(120)) { delegate.outcomes.count == 1 })
            #expect(stage.sessions.hasConnectedCastSession(), "the session stays connected")
        }
    }

    @Test("a device whose name is a megabyte long is listed, archived and cast to")
    func name() async throws {
        try await CastStage.perform(.memory) { stage in
            let device = try await stage.open()
            stage.begin()
            var described = stage.description(of: device)
            described.friendlyName = megabyte
            stage.sightings.see(described)
            #expect(await stage.wait { stage.discovery.deviceCount == 1 })
            let listed = stage.discovery.device(at: 0)
            #expect(listed.friendlyName?.count == 1_000_000)
            #expect(try archived(listed)?.friendlyName == listed.friendlyName)
            #expect(await attempt(stage, on: listed))
        }
    }
}
