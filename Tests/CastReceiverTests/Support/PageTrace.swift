import CastWire

@testable import CastReceiver

/// A receiver page's side of the platform: what it says and what it hears, one call per frame.
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

    /// What a page of the newest library says first.
    static let modernReady: JSONObject = [
        "type": "ready", "version": "2.0.0", "messagesVersion": "1.0", "sdkCapabilities": [:],
        "activeNamespaces": [
            "urn:x-cast:com.google.cast.cac", "urn:x-cast:com.google.cast.debugoverlay",
            "urn:x-cast:com.google.cast.broadcast", "urn:x-cast:com.google.cast.media",
            "urn:x-cast:com.google.cast.inject", "urn:x-cast:org.example.chat",
        ],
    ]

    /// What a page of the library of 2014 says first.
    static let oldReady: JSONObject = [
        "type": "ready", "version": "2.0.0", "messagesVersion": "1.0", "statusText": "Old page",
        "activeNamespaces": ["urn:x-cast:com.google.cast.media"],
    ]

    /// A trace whose page is ready.
    static func ready(_ message: JSONObject = modernReady) -> PageTrace {
        var trace = PageTrace()
        _ = trace.receiver.pageConnected()
        _ = trace.system(message)
        return trace
    }

    mutating func system(_ object: JSONObject) -> [WebReceiver.Action] {
        say(WebReceiverFrame(system: object).text)
    }

    mutating func say(_ data: String, _ namespace: CastNamespace, to senderID: String) -> [WebReceiver.Action] {
        say(WebReceiverFrame(namespace, senderID, data).text)
    }

    mutating func say(_ text: String) -> [WebReceiver.Action] {
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

    var orders: [ApplicationAction] {
        compactMap { if case .order(let order) = $0 { order } else { nil } }
    }
}
