// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastWire
import Foundation

@testable import GoogleCast

/// Sends each message back to its sender.
private struct Echo: ReceiverApplication {
    static let namespaces: [CastNamespace] = [
        "urn:x-cast:com.google.cast.sample.helloworld", "urn:x-cast:com.example.hello",
        "urn:x-cast:com.example.custom", "urn:x-cast:com.example.early",
    ]

    mutating func received(_ message: ApplicationMessage, context: inout ApplicationContext) {
        context.send(message.payload, in: message.namespace, to: message.sender)
    }
}

/// Adds a channel in willStart, before the session is connected.
private final class Early: NSObject, GCKSessionManagerListener {
    let channel = GCKGenericChannel(namespace: "urn:x-cast:com.example.early")
    private(set) var wasAdded = false
    private(set) var wasConnected = true

    func sessionManager(_ sessionManager: GCKSessionManager, willStart session: GCKCastSession) {
        wasAdded = session.add(channel)
        wasConnected = channel.isConnected
    }
}

@MainActor
public func run() async throws {
    let appID = "7E57EC40"
    let application = InstalledApplication(
        ApplicationInformation(appIDs: [appID], name: "Hello", namespaces: Echo.namespaces)
    ) { _ in Echo() }
    let home = try await Home.open(applications: [application])
    let context = try await home.createContext(appID: appID)
    let manager = context.sessionManager
    let early = Early()
    manager.add(early)
    try check(manager.startSession(with: context.discoveryManager.device(at: 0)), "a session starts")
    try await wait(for: "the session is connected") { manager.hasConnectedCastSession() }
    let session = manager.currentCastSession
    try check(early.wasAdded && !early.wasConnected, "a channel is added before the session is connected")
    try await wait(for: "the channel is connected with the session") { early.channel.isConnected }
    let unlisted = GCKGenericChannel(namespace: "urn:x-cast:com.example.unlisted")
    try check(session?.add(unlisted) == true, "a channel is added whose namespace the application does not list")
    try check(!unlisted.isConnected, "the unlisted channel is not connected")
    try check(!unlisted.sendTextMessage("to nobody", error: nil), "the unlisted channel sends nothing")
    let channel = hello(manager)
    try await wait(for: "the subclass receives the response") { channel.received == ["Hello World"] }
    let owner = GenericOwner()
    owner.channel.delegate = owner
    try check(session?.add(owner.channel) == true, "the generic channel is added")
    try check(owner.channel.sendTextMessage("generic hello", error: nil), "the generic channel sends")
    try await Task.sleep(for: .milliseconds(300))
    try check(manager.endSession(), "the session is ended")
    try await wait(for: "the session has ended") { manager.currentSession == nil }
    try check(!channel.isConnected && !owner.channel.isConnected, "neither channel is connected")
    await home.device.close()
}
