// SPDX-License-Identifier: Apache-2.0

import CastWire

@testable import CastReceiver

/// The platform of a receiver page with a simulated page; one call per frame.
struct PageTrace {
    static let routingID = "7f8b100d-a1fe-e60b-5a35-6feaa22976df"

    var receiver: WebReceiver
    var senders: [ApplicationSender] = []
    var device = ApplicationDevice(volumeLevel: 1, isMuted: false, isStandby: false, isActiveInput: true)

    init(sender: ApplicationSender? = PageTrace.sender("sender-0")) {
        receiver = WebReceiver(
            WebReceiver.Facts(
                launch: ApplicationLaunch(appID: "628AC8D3", sessionID: "session-1", sender: sender),
                name: "Page",
                routingID: Self.routingID
            )
        )
    }

    static func sender(_ id: String, connection: Int = 2, userAgent: String = "Test/1") -> ApplicationSender {
        ApplicationSender(SenderAddress(socket: SocketID(connection), id: id), userAgent: userAgent)
    }

    /// The first message of a page with the current library.
    static let modernReady: JSONObject = [
        "type": "ready", "version": "2.0.0", "messagesVersion": "1.0", "sdkCapabilities": [:],
        "activeNamespaces": [
            "urn:x-cast:com.google.cast.cac", "urn:x-cast:com.google.cast.debugoverlay",
            "urn:x-cast:com.google.cast.broadcast", "urn:x-cast:com.google.cast.media",
            "urn:x-cast:com.google.cast.inject", "urn:x-cast:org.example.chat",
        ],
    ]

    /// The first message of a page with the library of 2014.
    static let oldReady: JSONObject = [
        "type": "ready", "version": "2.0.0", "messagesVersion": "1.0", "statusText": "Old page",
        "activeNamespaces": ["urn:x-cast:com.google.cast.media"],
    ]

    /// Returns a trace whose page is ready.
    static func ready(_ message: JSONObject = modernReady) -> PageTrace {
        var trace = PageTrace()
        _ = trace.receiver.pageConnected()
        _ = trace.system(message)
        return trace
    }

    mutating func system(_ object: JSONObject) -> [WebReceiver.Action] {
        send(WebReceiverFrame(system: object).text)
    }

    mutating func send(_ data: String, _ namespace: CastNamespace, to senderID: String) -> [WebReceiver.Action] {
        send(WebReceiverFrame(namespace, senderID, data).text)
    }

    mutating func send(_ text: String) -> [WebReceiver.Action] {
        receiver.received(text, senders: senders, device: device)
    }

    mutating func join(_ sender: ApplicationSender) -> [WebReceiver.Action] {
        senders.append(sender)
        return receiver.senderConnected(sender)
    }
}

extension [WebReceiver.Action] {
    var frames: [WebReceiverFrame] {
        compactMap { if case .page(let frame) = $0 { frame } else { nil } }
    }

    /// The types of the frames for the page, in order.
    var pageTypes: [String] { frames.map { $0.object?.messageType ?? "?" } }

    var requests: [ApplicationAction] {
        compactMap { if case .request(let action) = $0 { action } else { nil } }
    }
}
