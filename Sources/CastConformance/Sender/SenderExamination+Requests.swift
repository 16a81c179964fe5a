// SPDX-License-Identifier: Apache-2.0

import CastWire

// Requests: their IDs and rate, and those to the platform.

extension SenderExamination {
    private static let requestNamespaces: Set<CastNamespace> = [.receiver, .media, .multizone, .discovery]
    private static let platformTypes: Set<String> = [
        "GET_STATUS", "LAUNCH", "STOP", "SET_VOLUME", "GET_APP_AVAILABILITY", "GET_DEVICE_INFO",
    ]

    /// Handles a message on an open virtual connection.
    mutating func requested(
        _ message: ExaminedSenderMessage,
        _ connection: inout SenderConnection,
        at now: ContinuousClock.Instant
    ) {
        let namespace = message.message.namespace
        guard Self.requestNamespaces.contains(namespace), let object = message.object, !message.type.isEmpty else {
            return
        }
        let request = request(message, object, at: now)
        judgeRepetition(request, &connection, at: now)
        if let id = judgeID(request, object, &connection) {
            var request = request
            request.id = id
            connection.add(request)
            let count = connection.pending.count { now - $0.sentAt < .seconds(10) }
            judge(.pendingRequests, count <= 64, "\(count) pending requests")
        }
        switch namespace {
        case .receiver: platformRequest(message, request, &connection, at: now)
        case .media: mediaRequest(message, request, connection, at: now)
        default: break
        }
        if message.type == "GET_STATUS" {
            let count = connection.statusTimes.add(now, within: .seconds(10))
            judge(.statusRate, count <= 20, "\(count) GET_STATUS in 10 seconds")
        }
    }

    private func request(
        _ message: ExaminedSenderMessage,
        _ object: JSONObject,
        at now: ContinuousClock.Instant
    ) -> PendingSenderRequest {
        var content = object
        content["requestId"] = nil
        let media = message["media"]
        let subject = message["appId"]?.stringValue ?? media?["contentUrl"]?.stringValue
        return PendingSenderRequest(
            id: 0,
            route: SenderRoute(source: message.message.sourceID, destination: message.message.destinationID),
            namespace: message.message.namespace,
            type: message.type,
            subject: subject ?? media?["contentId"]?.stringValue ?? "",
            content: content.hashValue,
            sentAt: now
        )
    }

    // MARK: - IDs

    /// Returns the ID of a request that can be answered.
    private mutating func judgeID(
        _ request: PendingSenderRequest,
        _ object: JSONObject,
        _ connection: inout SenderConnection
    ) -> Int? {
        let value = object["requestId"] ?? .null
        guard case .integer(let number) = value, let id = Int(exactly: number) else {
            judge(.integerRequestID, false, "\(request.type) with requestId \(value.jsonString.prefix(40))")
            return nil
        }
        judge(.integerRequestID, true, "")
        judge(.positiveRequestID, id > 0, "\(request.type) with requestId \(id)")
        guard id > 0 else { return nil }
        let same = connection.pending.first {
            $0.id == id && $0.route.destination == request.route.destination && $0.namespace == request.namespace
                && request.sentAt - $0.sentAt < .seconds(10)
        }
        judge(.pendingIDNotReused, same == nil, "\(request.type) with requestId \(id) of \(same?.type ?? "")")
        let isNew = connection.usedRequestIDs.insert(id)
        judge(.uniqueRequestID, isNew, "\(request.type) with requestId \(id), which was used before")
        return id
    }

    /// Judges whether a request may be sent again.
    private mutating func judgeRepetition(
        _ request: PendingSenderRequest,
        _ connection: inout SenderConnection,
        at now: ContinuousClock.Instant
    ) {
        connection.refused.removeAll { now - $0.refusedAt > .seconds(5) }
        guard let index = connection.refused.firstIndex(where: { $0.content == request.content }) else { return }
        connection.refused[index].repetitions += 1
        let count = connection.refused[index].repetitions
        judge(.refusalNotRepeated, count <= 2, "\(request.type) \(count) times after its refusal")
    }

    // MARK: - The platform

    private mutating func platformRequest(
        _ message: ExaminedSenderMessage,
        _ request: PendingSenderRequest,
        _ connection: inout SenderConnection,
        at now: ContinuousClock.Instant
    ) {
        judge(.knownType, Self.platformTypes.contains(message.type), "\(message.summary)")
        switch message.type {
        case "GET_STATUS": connection.hasAskedStatus = true
        case "LAUNCH": launch(message, request, connection, at: now)
        case "STOP":
            lastEndRequest = now
            if let session = message["sessionId"] {
                let isKnown = session.stringValue.map(device.sessionIDs.contains) ?? false
                judge(.stopsKnownSession, isKnown, "STOP of a session that no status has listed")
            } else {
                judge(.stopsKnownSession, true, "")
            }
        case "SET_VOLUME":
            judgeVolume(message["volume"], .deviceVolumeRange)
            let parts = ["level", "muted"].count { key in
                message["volume"]?[key].map { !$0.isNull } ?? false
            }
            judge(.deviceVolumeOneValue, parts <= 1, "level and muted")
            let pending = connection.pending.count {
                $0.type == "SET_VOLUME" && $0.namespace == .receiver && now - $0.sentAt < .seconds(5)
            }
            judge(.deviceVolumePending, pending <= 3, "\(pending) pending SET_VOLUME")
            let rate = connection.volumeTimes.add(now, within: .seconds(1))
            judge(.deviceVolumeRate, rate <= 10, "\(rate) SET_VOLUME in a second")
            if device.hasFixedVolume { judge(.fixedVolume, false, "SET_VOLUME") }
        case "GET_APP_AVAILABILITY":
            let list = message["appId"]?.arrayValue
            let isValid = list.map { $0.allSatisfy { $0.stringValue != nil } } ?? false
            judge(.availabilityList, isValid, "appId \((message["appId"] ?? .null).jsonString.prefix(80))")
        default: break
        }
    }

    private mutating func launch(
        _ message: ExaminedSenderMessage,
        _ request: PendingSenderRequest,
        _ connection: SenderConnection,
        at now: ContinuousClock.Instant
    ) {
        lastEndRequest = now
        let app = message["appId"]?.stringValue ?? ""
        judge(.launchAppID, !app.isEmpty, "appId \((message["appId"] ?? .null).jsonString.prefix(80))")
        judge(.statusBeforeLaunch, connection.hasAskedStatus, "LAUNCH without GET_STATUS")
        judge(.joinsRunningApp, !device.running.contains(app), "LAUNCH of an app that runs")
        // The request itself is already among the pending ones.
        let pending = connection.pending.count {
            $0.type == "LAUNCH" && $0.subject == app && now - $0.sentAt < .seconds(30)
        }
        judge(.launchNotRepeated, pending <= 1, "LAUNCH while a LAUNCH of the app is pending")
        if let end = endedApps[app] { judge(.noRelaunch, now - end > .seconds(3), "LAUNCH after \(now - end)") }
        if var failure = failedLaunches[app] {
            failure.launches += 1
            failedLaunches[app] = now - failure.at > .seconds(10) ? nil : failure
            if now - failure.at <= .seconds(10) {
                judge(.launchErrorAccepted, failure.launches <= 1, "\(failure.launches) LAUNCH after LAUNCH_ERROR")
            }
        }
    }

    /// Judges the volume in SET_VOLUME.
    mutating func judgeVolume(_ volume: JSONValue?, _ rule: SenderRule) {
        guard let volume, volume.objectValue != nil else { return judge(rule, false, "no volume") }
        if let level = volume["level"], !level.isNull {
            let isValid = level.numberValue.map { (0...1).contains($0) } ?? false
            judge(rule, isValid, "level \(level.jsonString.prefix(40))")
        }
        if let muted = volume["muted"], !muted.isNull {
            judge(rule, muted.boolValue != nil, "muted \(muted.jsonString.prefix(40))")
        }
    }
}
