import CastWire

/// An app that is a page in a browser: ``WebReceiver`` between its socket and its senders.
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
        guard name == WebReceiver.returnTimer else { return }
        perform(receiver.returnLimitReached(), &context)
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
            context.order(.drop(.wrongPayloadKind))
        case .closed(let closed, let isDeliberate):
            guard closed == page else { return }
            page = nil
            perform(receiver.pageDisconnected(isDeliberate: isDeliberate), &context)
        }
    }

    mutating func stopped(_ reason: ApplicationEnd.Reason) {
        // Its socket stays open: see `OpenPages`.
        for frame in receiver.ended() { page?.send(frame.text) }
        page = nil
    }

    private mutating func perform(_ actions: [WebReceiver.Action], _ context: inout ApplicationContext) {
        for action in actions {
            switch action {
            case .page(let frame):
                guard let page, !page.send(frame.text) else { continue }
                // It does not read; its socket says in a moment that it is gone.
                context.order(.drop(.slowPage))
            case .order(let order): context.order(order)
            }
        }
    }
}
