// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastWire

/// An application without media that greets senders, sends messages back, and changes its namespaces on request.
struct Talk: ReceiverApplication {
    static let id = "7A1C0000"
    static let talk: CastNamespace = "urn:x-cast:org.example.talk"
    static let news: CastNamespace = "urn:x-cast:org.example.news"
    static let app = InstalledApplication(
        ApplicationInformation(appIDs: [id], name: "Talk", namespaces: [talk, news])
    ) { _ in Talk() }

    mutating func senderConnected(_ sender: ApplicationSender, context: inout ApplicationContext) {
        context.send(.text("welcome"), in: Self.talk, to: sender)
    }

    mutating func received(_ message: ApplicationMessage, context: inout ApplicationContext) {
        switch message.payload {
        case .text("to all"): context.broadcast(.text("to all"), in: Self.news)
        case .text("lose"): context.ready(namespaces: [Self.talk])
        case .text("regain"): context.ready(namespaces: [Self.talk, Self.news])
        case .text(let text) where text.hasPrefix("#"): break
        default: context.send(message.payload, in: message.namespace, to: message.sender)
        }
    }
}
