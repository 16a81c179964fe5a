// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastWire

/// Echoes messages to their sender, and welcomes each sender that connects.
struct EchoApplication: ReceiverApplication {
    static let namespace: CastNamespace = "urn:x-cast:org.example.echo"
    static let installed = InstalledApplication(
        ApplicationInformation(appIDs: ["EC400000"], name: "Echo", namespaces: [namespace])
    ) { _ in EchoApplication() }

    mutating func senderConnected(_ sender: ApplicationSender, context: inout ApplicationContext) {
        context.setStatusText("\(context.senders.count) listening")
        context.broadcast(["type": "WELCOME", "sender": .string(sender.id)], in: Self.namespace)
    }

    mutating func received(_ message: ApplicationMessage, context: inout ApplicationContext) {
        context.send(message.payload, in: message.namespace, to: message.sender)
    }
}
