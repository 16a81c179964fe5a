import CastReceiver
import CastWire
import Foundation

@testable import GoogleCast

/// Says back what it hears.
private struct Echo: ReceiverApplication {
    static let namespaces: [CastNamespace] = [
        "urn:x-cast:com.google.cast.sample.helloworld", "urn:x-cast:com.example.custom",
    ]

    mutating func received(_ message: ApplicationMessage, context: inout ApplicationContext) {
        context.send(message.payload, in: message.namespace, to: message.sender)
    }
}

@MainActor
public func run() async throws {
    let appID = "7E57EC40"
    let application = InstalledApplication(
        ApplicationInformation(appIDs: [appID], name: "Hello", namespaces: Echo.namespaces)
    ) { _ in Echo() }
    let home = try await Home.open(applications: [application])
    let manager = try await home.connect(appID: appID)
    let session = manager.currentCastSession
    let channel = hello(manager)
    try await wait(for: "the subclass hears the answer") { channel.received == ["Hello World"] }
    let owner = GenericOwner()
    owner.channel.delegate = owner
    try check(session?.add(owner.channel) == true, "the generic channel is added")
    try check(owner.channel.sendTextMessage("generic hello", error: nil), "it sends")
    try await Task.sleep(for: .milliseconds(300))
    try check(manager.endSession(), "the session is ended")
    try await wait(for: "it has ended") { manager.currentSession == nil }
    try check(!channel.isConnected && !owner.channel.isConnected, "neither channel is connected")
    await home.device.shutdown()
}
