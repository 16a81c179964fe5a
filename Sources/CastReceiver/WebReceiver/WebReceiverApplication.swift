// SPDX-License-Identifier: Apache-2.0

import CastWire

/// An app that is a page in a browser. Connects ``WebReceiver`` with the page's socket and the senders.
struct WebReceiverApplication: ReceiverApplication {
    private var receiver: WebReceiver
    private var page: WebReceiverPage?

    init(_ facts: WebReceiver.Facts) {
        receiver = WebReceiver(facts)
    }

    mutating func senderConnected(_ sender: ApplicationSender, context: inout ApplicationContext) {
        perform(receiver.senderConnected(sender), &context)
    }

    mutating func senderDisconnected(
        _ sender: ApplicationSender,
        reason: SenderDeparture,
        context: inout ApplicationContext
    ) {
        perform(receiver.senderDisconnected(sender, reason), &context)
    }

    mutating func received(_ message: ApplicationMessage, context: inout ApplicationContext) {
        perform(receiver.received(message), &context)
    }

    mutating func deviceChanged(_ device: ApplicationDevice, context: inout ApplicationContext) {
        perform(receiver.deviceChanged(device), &context)
    }

    mutating func timerFired(_ name: String, context: inout ApplicationContext) {
        guard name == WebReceiver.reconnectTimer else { return }
        perform(receiver.reconnectLimitReached(), &context)
    }

    mutating func posted(_ value: any Sendable, context: inout ApplicationContext) {
        guard let event = value as? WebReceiverEvent else { return }
        switch event {
        case .connected(let newPage):
            let (isTaken, actions) = receiver.pageConnected(appliesVolume: newPage.appliesVolume)
            if isTaken { page = newPage } else { newPage.close() }
            perform(actions, &context)
        case .received(let text, let from):
            guard from == page else { return }
            perform(receiver.received(text, senders: context.senders, device: context.device), &context)
        case .receivedBytes(let from):
            guard from == page else { return }
            context.request(.drop(.wrongPayloadKind))
        case .closed(let closed, let isDeliberate):
            guard closed == page else { return }
            page = nil
            perform(receiver.pageDisconnected(isDeliberate: isDeliberate), &context)
        }
    }

    mutating func stopped(_ reason: ApplicationEnd.Reason) {
        // The socket stays open: see `OpenPages`.
        for frame in receiver.ended() { page?.send(frame.text) }
        page = nil
    }

    private mutating func perform(_ actions: [WebReceiver.Action], _ context: inout ApplicationContext) {
        for action in actions {
            switch action {
            case .page(let frame):
                guard let page, !page.send(frame.text) else { continue }
                // The page does not read; its socket reports the disconnection separately.
                context.request(.drop(.slowPage))
            case .request(let action): context.request(action)
            }
        }
    }
}
