// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire
import Foundation
import Testing

@testable import GoogleCast

@MainActor
@Suite("Channels of a Cast session", .serialized)
struct CastChannelTests {
    private static let device = DeviceConfiguration(name: "Stage TV", applications: [Talk.app])
    private static let options: [String: any NSCoding & NSObjectProtocol] = ["gck_applicationID": Talk.id as NSString]
    private static let talk = Talk.talk.rawValue
    private static let news = Talk.news.rawValue

    @Test(
        "C1 C19 C20 A channel added before the session connects is connected in didStart and retained by the session",
        arguments: CastStage.Kind.allCases
    )
    func early(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (_, listed) = try await stage.found(Self.device)
            #expect(stage.sessions.startSession(with: listed, sessionOptions: Self.options))
            let session = try #require(stage.sessions.currentCastSession)
            weak var held: Recorder?
            let other = Recorder(namespace: "urn:x-cast:org.example.unknown")
            do {
                let channel = Recorder(namespace: Self.talk)
                held = channel
                #expect(session.add(channel) && session.add(other))
                #expect(!channel.isConnected && !channel.isWritable)
            }
            var inDidStart: [String] = []
            let log = SessionLog(stage.context)
            log.onLine = { line, _ in if line == "didStart" { inDidStart = held?.calls ?? [] } }
            #expect(await stage.wait { stage.sessions.hasConnectedCastSession() })
            #expect(inDidStart.prefix(2) == ["connect", "writable true"])
            #expect(await stage.wait { held?.messages == ["welcome"] })
            #expect(held?.sendTextMessage("still here", error: nil) == true)
            #expect(await stage.wait { held?.messages == ["welcome", "still here"] }, "only the session retains it")
            #expect(other.calls.isEmpty && !other.isConnected)
            log.stop()
        }
    }

    @Test(
        "C2 C12 C14 A channel added to a connected session can send immediately",
        arguments: CastStage.Kind.allCases
    )
    func late(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (_, listed) = try await stage.found(Self.device)
            let channel = Recorder(namespace: Self.talk)
            let log = SessionLog(stage.context)
            var sent: Bool?
            log.onLine = { line, session in
                guard line == "didStart cast", let session = session as? GCKCastSession else { return }
                #expect(session.add(channel) && channel.isConnected && channel.isWritable)
                sent = channel.sendTextMessage("no { JSON", error: nil)
            }
            try await stage.started(on: listed, options: Self.options)
            #expect(sent == true)
            #expect(await stage.wait { channel.messages == ["welcome", "no { JSON"] })
            #expect(channel.sendTextMessage("", error: nil))
            #expect(await stage.wait { channel.messages.last == "" })
            log.stop()
        }
    }

    @Test(
        "C3 C4 C5 C8 C16 C17 Unlisted namespaces stay disconnected; duplicate, invalid and reserved ones are rejected",
        arguments: CastStage.Kind.allCases
    )
    func namespaces(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (_, listed) = try await stage.found(Self.device)
            let session = try await stage.started(on: listed, options: Self.options)
            let unsupported = Recorder(namespace: "urn:x-cast:org.example.unknown")
            #expect(session.add(unsupported) && !unsupported.isConnected)
            var error: GCKError?
            #expect(!unsupported.sendTextMessage("lost", error: &error))
            #expect(error?.code == GCKErrorCode.channelNotConnected.rawValue)
            #expect(!unsupported.sendTextMessage("lost", error: nil), "C12 the error pointer may be nil")
            #expect(
                unsupported.generateRequestID() == kGCKInvalidRequestID && unsupported.generateRequestNumber() == nil
            )
            await stage.pass(.milliseconds(500))
            #expect(stage.messages(with: "org.example.unknown").isEmpty)

            let (first, second) = (Recorder(namespace: Self.talk), Recorder(namespace: Self.talk))
            #expect(session.add(first) && !session.add(second) && !session.add(first))
            #expect(first.isConnected && !second.isConnected)
            let ids = [
                first.generateRequestID(), first.generateRequestID(), first.generateRequestNumber()?.intValue ?? 0,
            ]
            #expect(Set(ids).count == 3 && ids.allSatisfy { $0 > 0 } && ids == ids.sorted())
            #expect(!session.remove(second))
            #expect(session.remove(first))
            #expect(first.calls.suffix(2) == ["writable false", "disconnect"] && !first.isConnected)
            #expect(!session.remove(first))
            #expect(session.add(second) && second.isConnected)

            for namespace in [
                "", "urn:x-cast:", "com.example", "urn:x-cast:com.google.cast.media",
                "urn:x-cast:" + String(repeating: "x", count: 200), String(repeating: "y", count: 1_000_000),
            ] {
                let channel = Recorder(namespace: namespace)
                #expect(!session.add(channel) && !channel.isConnected)
                #expect(!channel.sendTextMessage("x", error: &error))
            }
        }
    }

    @Test(
        "C6 Channels are disconnected before didEnd, and can be added to the next session",
        arguments: CastStage.Kind.allCases
    )
    func end(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (_, listed) = try await stage.found(Self.device)
            let session = try await stage.started(on: listed, options: Self.options)
            let channels = [Recorder(namespace: Self.talk), Recorder(namespace: Self.news)]
            for channel in channels { #expect(session.add(channel)) }
            var refused: GCKError?
            channels[0].onCall = { call in
                if call == "disconnect" { #expect(!channels[0].sendTextMessage("late", error: &refused)) }
            }
            let log = SessionLog(stage.context)
            var before = 0
            log.onLine = { line, _ in
                if line == "didEnd nil" { before = channels.filter { $0.calls.last == "disconnect" }.count }
            }
            #expect(stage.sessions.endSession())
            #expect(await stage.wait { stage.sessions.currentSession == nil })
            #expect(before == 2)
            #expect(channels.allSatisfy { $0.calls.filter { $0 == "disconnect" }.count == 1 })
            #expect(refused?.code == 12)
            // A channel can be added to another session afterward.
            let next = try await stage.started(on: listed, options: Self.options)
            #expect(next.add(channels[0]) && channels[0].isConnected)
            log.stop()
        }
    }

    @Test(
        "C9 C10 The largest message that fits into 64 KiB is sent; one byte more fails with messageTooBig",
        arguments: CastStage.Kind.allCases
    )
    func large(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (_, listed) = try await stage.found(Self.device)
            let session = try await stage.started(on: listed, options: Self.options)
            let channel = Recorder(namespace: Self.talk)
            #expect(session.add(channel))
            var error: GCKError?
            for count in [70_000, 1_000_000] {
                #expect(!channel.sendTextMessage(String(repeating: "x", count: count), error: &error))
                #expect(error?.code == GCKErrorCode.messageTooBig.rawValue)
            }
            var (fits, fails) = (60_000, 70_000)
            while fails - fits > 1 {
                let middle = (fits + fails) / 2
                let message = CastMessage(
                    from: CastMessage.senderID,
                    to: try #require(session.sessionID.flatMap { _ in session.engine?.transportID }),
                    namespace: Talk.talk,
                    payload: .text("#" + String(repeating: "x", count: middle - 1))
                )
                if CastFrame.bodyLength(of: message) <= 65_536 { fits = middle } else { fails = middle }
            }
            #expect(channel.sendTextMessage("#" + String(repeating: "x", count: fits - 1), error: nil))
            #expect(!channel.sendTextMessage("#" + String(repeating: "x", count: fits), error: &error))
            #expect(error?.code == 11 && session.connectionState == .connected)
        }
    }

    @Test(
        "C11 A full send buffer rejects messages, and accepts them again after it has drained",
        arguments: CastStage.Kind.allCases
    )
    func flood(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (_, listed) = try await stage.found(Self.device)
            let session = try await stage.started(on: listed, options: Self.options)
            let channel = Recorder(namespace: Self.talk)
            #expect(session.add(channel))
            let filling = String(repeating: "x", count: 30_000)
            var (accepted, refusal): (Int, GCKError?) = (0, nil)
            while refusal == nil, accepted < 400 {
                if channel.sendTextMessage("\(accepted) \(filling)", error: &refusal) { accepted += 1 }
            }
            #expect(refusal?.code == GCKErrorCode.sendBufferFull.rawValue)
            #expect(await stage.wait { channel.messages.count == accepted + 1 })
            let numbers = channel.messages.dropFirst().compactMap { Int($0.prefix { $0 != " " }) }
            #expect(numbers == Array(0..<accepted), "accepted messages arrive completely and in order")
            #expect(channel.isWritable)
            #expect(channel.calls.filter { $0.hasPrefix("writable") }.contains("writable false"))
        }
    }

    @Test(
        "C13 C18 Messages reach the channel of their namespace; channels follow the app's namespaces",
        arguments: CastStage.Kind.allCases
    )
    func namespaceRouting(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (_, listed) = try await stage.found(Self.device)
            let session = try await stage.started(on: listed, options: Self.options)
            let (talk, news) = (Recorder(namespace: Self.talk), Recorder(namespace: Self.news))
            #expect(session.add(talk) && session.add(news))
            #expect(talk.sendTextMessage("to all", error: nil))
            #expect(await stage.wait { news.messages == ["to all"] })
            #expect(talk.messages == ["welcome"])
            #expect(talk.sendTextMessage("lose", error: nil))
            #expect(await stage.wait { !news.isConnected })
            #expect(session.applicationMetadata?.namespaces == [Self.talk])
            #expect(talk.sendTextMessage("regain", error: nil))
            #expect(await stage.wait { news.isConnected })
            #expect(
                news.calls.filter { !$0.hasPrefix(">") }
                    == ["connect", "writable true", "writable false", "disconnect", "connect", "writable true"]
            )
        }
    }

    @Test(
        "C15 A generic channel forwards its calls to a delegate that it does not retain",
        arguments: CastStage.Kind.allCases
    )
    func generic(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (_, listed) = try await stage.found(Self.device)
            let session = try await stage.started(on: listed, options: Self.options)
            let channel = GCKGenericChannel(namespace: Self.talk)
            var delegate: Listener? = Listener()
            weak let watched = delegate
            channel.delegate = delegate
            #expect(session.add(channel))
            #expect(await stage.wait { delegate?.calls.count == 3 })
            #expect(delegate?.calls == ["connect", "writable true", "\(Self.talk) welcome"])
            #expect(session.remove(channel))
            #expect(delegate?.calls.suffix(2) == ["writable false", "disconnect"])
            delegate = nil
            #expect(watched == nil && channel.delegate == nil)
        }
    }

    private final class Listener: NSObject, GCKGenericChannelDelegate {
        var calls: [String] = []

        func cast(
            _ channel: GCKGenericChannel,
            didReceiveTextMessage message: String,
            withNamespace protocolNamespace: String
        ) { calls.append("\(protocolNamespace) \(message)") }

        func castChannelDidConnect(_ channel: GCKGenericChannel) { calls.append("connect") }

        func castChannelDidDisconnect(_ channel: GCKGenericChannel) { calls.append("disconnect") }

        func castChannel(_ channel: GCKCastChannel, didChangeWritableState writable: Bool) {
            calls.append("writable \(writable)")
        }
    }
}
