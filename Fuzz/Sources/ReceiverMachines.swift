// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers

@testable import CastReceiver
@testable import CastWire

extension FuzzTarget {
    /// The state machines of a virtual device.
    static let receiverMachines = [platform, mediaReceiver, group, webReceiver]

    private static let platform = FuzzTarget("platform") { bytes in
        var model = PlatformModel(FuzzInput(bytes))
        model.run()
    }

    private static let mediaReceiver = FuzzTarget("media-receiver") { bytes in
        var model = MediaReceiverModel(FuzzInput(bytes))
        model.run()
    }

    private static let group = FuzzTarget("group", maximumLength: 1024) { bytes in
        var model = GroupModel(FuzzInput(bytes))
        model.run()
    }

    private static let webReceiver = FuzzTarget("web-receiver") { bytes in
        var model = WebReceiverModel(FuzzInput(bytes))
        model.run()
    }
}

/// A platform with senders on three sockets. Each request is answered at most once per sender, and limits hold.
private struct PlatformModel {
    private static let connectionLimit = 4

    private var input: FuzzInput
    private var platform: ReceiverPlatform
    private var now = ContinuousClock.Instant.origin
    private var running: String?

    init(_ input: FuzzInput) {
        self.input = input
        var rules = ApplicationRules()
        rules.launchPolicy = self.input.element(of: [.allowed, .asks(timeout: .seconds(10)), .refused])
        rules.endsWithLastSender = self.input.bool()
        let slow = ApplicationInformation(
            appIDs: ["EC400000"],
            name: "Echo",
            namespaces: ["urn:x-cast:a"],
            isReadyAtLaunch: false
        )
        let count = NIOLockedValueBox(0)
        platform = ReceiverPlatform(
            options: PlatformOptions(
                description: ReceiverDescription(
                    id: "12345678-1234-1234-1234-123456789abc",
                    name: "Study",
                    model: "Test",
                    manufacturer: "swift-cast",
                    castBuildRevision: "1.56.500000",
                    systemBuildNumber: "500000"
                ),
                receiverMetricsID: "6A07C12CBEA61E31",
                bootstrapAddress: "FA8FCA706ACF",
                catalog: ApplicationCatalog([InstalledApplication(slow) { _ in Silent() }]),
                volume: DeviceVolume(level: 0.5),
                idleScreen: self.input.bool() ? .backdrop : .noApplication,
                connectionLimitPerSocket: Self.connectionLimit,
                senderLimit: 6,
                rules: rules
            ),
            now: now,
            makeSessionID: {
                count.withLockedValue { count in
                    count += 1
                    return "session-\(count)"
                }
            }
        )
    }

    private struct Silent: ReceiverApplication {}

    mutating func run() {
        for _ in 0..<256 where !input.isEmpty {
            step()
            now += .seconds(input.timeStep())
            if let deadline = platform.nextDeadline, deadline <= now {
                take(platform.timeReached(now))
                require(platform.nextDeadline.map { $0 > now } ?? true, "a deadline is due again")
            }
            check()
        }
        for socket in 1...3 { take(platform.socketClosed(SocketID(socket), at: now)) }
        require(platform.connectedSenders.isEmpty, "a sender is connected after all sockets have closed")
        take(platform.stopApplication(at: now))
        require(platform.application == nil && running == nil, "an app runs after it was stopped")
    }

    private mutating func step() {
        switch input.below(16) {
        case 0, 1, 2:
            let object: JSONObject =
                input.chance(of: 5) ? ["type": "CLOSE"] : ["type": "CONNECT", "connType": input.value()]
            send(object, in: .connection)
        case 3, 4, 5:
            var request = input.object([
                ("appId", ["CC1AD845", "EC400000", "?"]),
                ("sessionId", [.string(platform.application?.sessionID ?? "")]),
                ("volume", [["level": input.value()], ["muted": true], ["level": 0.3, "muted": false]]),
                ("supportedAppTypes", [["WEB"], ["ANDROID_TV"]]), ("language", ["en"]), ("credentials", []),
                ("appParams", []),
            ])
            request["type"] = input.element(of: [
                "LAUNCH", "LAUNCH", "STOP", "SET_VOLUME", "GET_STATUS", "GET_APP_AVAILABILITY", "?",
            ])
            request["requestId"] = input.value()
            if request["appId"] == nil { request["appId"] = input.element(of: ["CC1AD845", "EC400000", ["CC1AD845"]]) }
            send(request, in: .receiver)
        case 6:
            var request = input.object([("deviceId", []), ("volume", [["level": input.value()]]), ("data", [])])
            request["type"] = input.element(of: [
                "GET_STATUS", "SET_DEVICE_VOLUME", "GET_CASTING_GROUPS", "GET_DEVICE_INFO", "eureka_info",
            ])
            request["requestId"] = input.value()
            send(request, in: input.element(of: [.multizone, .discovery, .setup]))
        case 7:
            let session = platform.application?.transportID ?? "session-1"
            send(
                Messages.mediaRequest(&input, session: 1, items: [1]),
                in: input.element(of: [.media, "urn:x-cast:a"]),
                to: session
            )
        case 8: take(platform.socketClosed(SocketID(input.below(3) + 1), at: now))
        case 9: take(platform.userAnswered(isAllowed: input.bool(), at: now))
        case 10: take(platform.stopApplication(at: now))
        case 11:
            let namespaces = (0..<input.below(4)).map { _ in
                input.element(of: [CastNamespace.media, "urn:x-cast:b", "bad", .receiver])
            }
            take(platform.applicationReady(input.bool() ? namespaces : nil))
        case 12:
            platform.activityChanged(input.element(of: [.none, .playing, .paused]), at: now)
            take(platform.statusTextChanged(input.text()))
        case 13: take(platform.applicationEnded(input.element(of: [.finished, .notReady, .replaced]), at: now))
        case 14:
            var message = CastMessage(
                from: input.chance(of: 3) ? input.text() : "sender-0",
                to: input.element(of: ["receiver-0", "session-1", "*"]),
                namespace: input.element(of: [CastNamespace.receiver, .heartbeat, .connection, .deviceAuth, "x"]),
                payload: input.bool() ? .text(input.text()) : .binary(input.bytes(input.below(16)))
            )
            message.isContinued = input.chance(of: 3)
            take(platform.received(message, on: SocketID(input.below(3) + 1), at: now))
        default:
            let level = Double(json: input.value()).flatMap { $0.isFinite ? $0 : nil }
            take(platform.adjustVolume(level: level, isMuted: input.bool()))
            take(platform.changeDisplay(isStandby: input.bool(), isActiveInput: input.bool()))
        }
    }

    private mutating func send(_ object: JSONObject, in namespace: CastNamespace, to destination: String? = nil) {
        let transport = platform.listedApplication?.transportID ?? "session-1"
        let message = CastMessage(
            from: input.element(of: ["sender-0", "sender-1", "s"]),
            to: destination ?? (input.bool() ? "receiver-0" : transport),
            namespace: namespace,
            payload: .text(object.jsonString)
        )
        take(platform.received(message, on: SocketID(input.below(3) + 1), at: now))
    }

    private mutating func take(_ actions: [PlatformAction]) {
        var replies: Set<CastMessage> = []
        for action in actions {
            switch action {
            case .send(let message, let socket):
                guard let frame = try? CastFrame.encode(message) else { fatalError("cannot be encoded: \(message)") }
                require(frame.count <= CastFrame.defaultLimit + 4, "a frame of \(frame.count) bytes")
                if message.destinationID != CastMessage.broadcastID, message.namespace == .receiver,
                    let object = try? message.jsonObject(), object.requestID ?? 0 != 0
                {
                    require(replies.insert(message).inserted, "sent twice on \(socket): \(message)")
                }
            case .launched(let application, _):
                require(running == nil, "\(application.sessionID) was launched while \(running ?? "") is running")
                running = application.sessionID
            case .stopped(let application, _):
                require(running == application.sessionID, "\(application.sessionID) was stopped and is not running")
                running = nil
            default: break
            }
        }
    }

    private func check() {
        require(platform.application?.sessionID == running, "\(running ?? "nothing") was reported as running")
        require(platform.connectedSenders.count <= 6, "\(platform.connectedSenders.count) senders")
        require((0...1).contains(platform.volume.level), "the volume is \(platform.volume.level)")
    }
}

/// The Default Media Receiver under any requests and player events.
private struct MediaReceiverModel {
    private var input: FuzzInput
    private var receiver: DefaultMediaReceiver
    private var now = ContinuousClock.Instant.origin
    private var nextRequest = 1
    private var unanswered: Set<Int> = []
    private var loads: Set<Int> = []
    private var sequences: [Int: Int] = [:]

    init(_ input: FuzzInput) {
        self.input = input
        receiver = DefaultMediaReceiver(shuffleSeed: UInt64(self.input.byte()))
    }

    mutating func run() {
        for _ in 0..<200 where !input.isEmpty {
            switch input.below(10) {
            case 0..<5: ask()
            case 5: press()
            case 6..<9: report()
            default: receiver.senderLeft(sender)
            }
            now += .seconds(input.timeStep())
            if let deadline = receiver.nextDeadline, deadline <= now {
                take(receiver.timeReached(now))
                require(receiver.nextDeadline.map { $0 > now } ?? true, "a deadline is due again")
            }
            check()
        }
        take(receiver.applicationStopped())
        require(receiver.session == nil, "a session after the app was stopped")
    }

    private var sender: SenderAddress { SenderAddress(socket: SocketID(1), id: "sender-0") }

    private mutating func ask() {
        let ids = receiver.session?.queue.ids ?? []
        var request = Messages.mediaRequest(&input, session: receiver.session?.id ?? 1, items: ids + [7])
        request["requestId"] = .integer(Int64(nextRequest))
        unanswered.insert(nextRequest)
        if ["LOAD", "PLAY_AGAIN", "QUEUE_LOAD", "LOAD_BY_ENTITY", "RESUME_SESSION"].contains(request.messageType ?? "")
        {
            loads.insert(nextRequest)
        }
        nextRequest += 1
        take(receiver.received(request, from: sender, at: now))
    }

    private mutating func press() {
        let keys: [TelevisionCommand] = [
            .play, .pause, .togglePlayback, .next, .previous, .stop, .skip(by: 30), .skip(by: -30), .seek(to: 1e9),
            .seek(to: 0),
        ]
        take(receiver.pressed(input.element(of: keys), at: now) ?? [])
    }

    private mutating func report() {
        // Players report numbers of a page in a browser, which are finite.
        func seconds() -> Double { Double(json: input.value()).flatMap { $0.isFinite ? $0 : nil } ?? 10 }
        let generation = input.chance(of: 8) ? receiver.generation - 1 : receiver.generation
        let event: PlayerEvent =
            switch input.below(13) {
            case 0, 1: .metadataLoaded(duration: input.bool() ? seconds() : nil, width: 640, height: 360)
            case 2: .metadataChanged(duration: input.bool() ? seconds() : nil, width: nil, height: nil)
            case 3: .playing(position: seconds())
            case 4: .paused(position: seconds())
            case 5: .buffering(position: seconds())
            case 6: .seeked(position: seconds())
            case 7: .position(seconds())
            case 8: .seekableRange(start: seconds(), end: seconds(), isMoving: input.bool(), isDone: input.bool())
            case 9: .unbounded
            case 10: .soundBlocked(input.bool())
            case 11: .ended
            default: .failed(detailedErrorCode: 104, message: "")
            }
        take(receiver.playerReported(event, generation: generation, at: now))
    }

    private mutating func take(_ actions: [MediaAction]) {
        for action in actions {
            switch action {
            case .reply(let payload, _), .broadcast(let payload): answered(payload)
            case .player(.setRate(let rate)): require((0.5...2).contains(rate), "the rate \(rate)")
            case .player(.seek(let position)): require(position.isFinite, "a seek to \(position)")
            case .player(.setStreamVolume(let level, _)): require((0...1).contains(level), "the volume \(level)")
            default: break
            }
        }
    }

    private mutating func answered(_ payload: JSONObject) {
        require(payload.jsonString.utf8.count <= 65_536, "a message larger than a frame")
        if payload.messageType == "QUEUE_CHANGE" {
            let change = QueueChangeMessage(fields: payload)
            guard let session = change.mediaSessionID, let number = change.sequenceNumber else {
                fatalError("a change without session id or sequence number")
            }
            require(number == sequences[session, default: 0] + 1, "change \(number) of session \(session)")
            sequences[session] = number
        }
        guard let id = payload.requestID, id != 0 else { return }
        // The end of a load's session has the id of the load, after its answer.
        if unanswered.remove(id) == nil {
            require(
                loads.remove(id) != nil || payload.messageType == "QUEUE_CHANGE",
                "request \(id) was answered again"
            )
        }
    }

    private func check() {
        require(receiver.pendingRequests.count <= DefaultMediaReceiver.pendingLimit, "too many pending requests")
        require(receiver.pendingAnswers.count <= DefaultMediaReceiver.pendingLimit, "too many pending answers")
        guard let session = receiver.session else { return }
        let ids = session.queue.ids
        require(Set(ids).count == ids.count, "an id occurs twice: \(ids)")
        require(ids.contains(session.queue.currentID) && ids.contains(session.currentItemID), "no current item")
        let orders = Set(session.queue.items(at: 0..<session.queue.count).map(\.orderID))
        require(orders == Set(0..<ids.count), "order ids \(orders)")
        require(session.phase == .loading || receiver.pendingRequests.isEmpty, "requests are queued without a load")
    }
}

/// A group, its members and its senders: the effects of its actions equal its state.
private struct GroupModel {
    private var input: FuzzInput
    private var machine = GroupMachine(id: "g", name: "Group")
    private var reported: [String: MultizoneDevice] = [:]
    private var leader: String?
    private var hasEnded = false
    private var sessions = 0

    init(_ input: FuzzInput) { self.input = input }

    mutating func run() {
        for _ in 0..<200 where !input.isEmpty {
            step()
            guard !hasEnded else { continue }
            let state = Dictionary(machine.present.map { ($0.id, $0.multizoneDevice) }) { first, _ in first }
            require(reported == state, "senders received \(reported.keys.sorted()), not \(state.keys.sorted())")
            require(machine.present.isEmpty || leader == machine.leaderID, "\(leader ?? "nobody") leads")
            require(machine.present.isEmpty ? machine.application == nil : true, "the application has no members")
            require((0...1).contains(machine.level), "the volume is \(machine.level)")
        }
    }

    private mutating func step() {
        let id = input.element(of: ["a", "b", "c", "A-B"])
        let level = Double(input.byte()) / 255
        let volume = DeviceVolume(level: level, isMuted: input.bool(), controlType: id == "c" ? .fixed : .attenuation)
        switch input.below(8) {
        case 0, 1:
            take(
                machine.joined(
                    .init(id: id, name: id, capabilities: [.audioOut], volume: volume, isAway: input.chance(of: 3))
                )
            )
        case 2: take(machine.left(id, isGone: input.bool()))
        case 3: take(machine.reported(id, volume: volume, isAway: input.bool()))
        case 4:
            sessions += 1
            let application = RunningApplication(
                appID: "CC1AD845",
                displayName: "App",
                sessionID: "s\(sessions)",
                namespaces: [.media],
                statusText: "",
                isIdleScreen: false
            )
            take(machine.applicationChanged(input.bool() ? application : nil))
        case 5: take(machine.volumeRequested(level: input.bool() ? level : nil, isMuted: input.bool()))
        case 6: take(machine.volumeRequested(id, level: level, isMuted: nil, requestID: 3))
        default: take(machine.lead(id))
        }
    }

    private mutating func take(_ actions: [GroupMachine.Action]) {
        require(!hasEnded || actions.isEmpty, "actions after the end: \(actions)")
        for action in actions {
            switch action {
            case .notify(.added(let device)), .notify(.updated(let device, _)): reported[device.deviceID ?? ""] = device
            case .notify(.removed(let id)): reported[id] = nil
            case .memberVolume(let id, let level, _):
                guard let member = machine.members.first(where: { $0.id == id }) else {
                    fatalError("unknown member \(id)")
                }
                require(!member.isAway && !member.volume.isFixed, "the volume of \(id) was set")
                require(level.map { (0...1).contains($0) } ?? true, "the volume \(level ?? 0)")
            case .move(let id):
                require(leader != id, "the endpoint moved to its current leader")
                leader = id
            case .stopApplication: take(machine.applicationChanged(nil))
            case .end: hasEnded = true
            default: break
            }
        }
    }
}

/// The platform's end of a page's socket, with frames of the page.
private struct WebReceiverModel {
    private static let routingID = "7f8b100d-a1fe-e60b-5a35-6feaa22976df"

    private var input: FuzzInput
    private var receiver: WebReceiver
    private var senders: [ApplicationSender] = []
    private var device = ApplicationDevice(volumeLevel: 1, isMuted: false, isStandby: false, isActiveInput: true)

    init(_ input: FuzzInput) {
        self.input = input
        receiver = WebReceiver(
            WebReceiver.Facts(
                launch: ApplicationLaunch(appID: "628AC8D3", sessionID: "session-1", sender: Self.sender("sender-0")),
                name: "Page",
                routingID: Self.routingID
            )
        )
    }

    private static func sender(_ id: String) -> ApplicationSender {
        ApplicationSender(SenderAddress(socket: SocketID(2), id: id), userAgent: "Test/1")
    }

    mutating func run() {
        for _ in 0..<200 where !input.isEmpty { step() }
    }

    private mutating func step() {
        let sender = Self.sender(input.element(of: ["sender-0", "sender-1"]))
        switch input.below(11) {
        case 0: take(receiver.pageConnected(appliesVolume: input.bool()).actions)
        case 1: take(receiver.pageDisconnected(isDeliberate: input.bool()))
        case 2: take(receiver.reconnectLimitReached())
        case 3:
            guard !senders.contains(sender) else { return }
            senders.append(sender)
            take(receiver.senderConnected(sender))
        case 4:
            senders.removeAll { $0 == sender }
            take(receiver.senderDisconnected(sender, .connectionLost))
        case 5:
            let payload: CastMessage.Payload = input.bool() ? .text(input.text()) : .binary([1])
            take(receiver.received(ApplicationMessage(namespace: "urn:x-cast:a", payload: payload, sender: sender)))
        case 6:
            device.volumeLevel = Double(input.byte()) / 255
            device.isStandby = input.bool()
            take(receiver.deviceChanged(device))
        case 7:
            var message = input.object([
                ("activeNamespaces", [["urn:x-cast:com.google.cast.media", "urn:x-cast:a"]]),
                ("version", ["2.0.0", "3.1"]),
                ("statusText", ["Ready"]), ("sdkCapabilities", [[:]]), ("maxInactivity", [10]), ("level", [0.5]),
                ("muted", [true]),
            ])
            message["type"] = input.element(of: [
                "ready", "ready", "startheartbeat", "setappstate", "setvolume", "stop", "sendfeedbackmessage", "?",
            ])
            receive(WebReceiverFrame(system: message).text)
        case 8, 9:
            let to = input.element(of: ["*:*", receiver.pageID(sender), "local", "x:y", "\(Self.routingID).9:z"])
            let data = input.bool() ? Messages.mediaStatus(&input, sessions: [1], items: []).jsonString : input.text()
            receive(WebReceiverFrame(input.element(of: [.media, "urn:x-cast:a"]), to, data).text)
        default: receive(String(decoding: input.bytes(Int(input.byte())), as: UTF8.self))
        }
    }

    private mutating func receive(_ text: String) {
        take(receiver.received(text, senders: senders, device: device))
    }

    private func take(_ actions: [WebReceiver.Action]) {
        for action in actions {
            switch action {
            case .page(let frame):
                guard let again = WebReceiverFrame(parsing: frame.text) else {
                    fatalError("a frame that cannot be parsed: \(frame)")
                }
                require(again == frame, "writing changed the frame")
            case .request(.send(_, let namespace, let sender)):
                require(namespace != WebReceiverFrame.systemNamespace, "a system message for a sender")
                require(!WebReceiver.pseudoSenders.contains(sender.id), "a message for \(sender.id)")
            case .request(.inactivityLimit(let limit)):
                guard let limit else { continue }
                require(limit >= .seconds(5) && limit <= .seconds(3600), "the inactivity limit \(limit)")
            case .request(.deviceVolume(let level, _)): require(level?.isFinite ?? true, "the level \(level ?? 0)")
            default: break
            }
        }
        require(actions.count <= 2 * WebReceiver.waitingLimit + 32, "\(actions.count) actions at once")
    }
}
