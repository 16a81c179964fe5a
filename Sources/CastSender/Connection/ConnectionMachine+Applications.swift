// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore

extension ConnectionMachine {
    /// Opens the virtual connection to a running application.
    mutating func applicationJoined(_ application: ApplicationStatus, launchRequestID: Int?) -> [Action] {
        guard !isClosed, let sessionID = application.sessionID, let transportID = application.transportID else {
            return []
        }
        joined[transportID] = Joined(
            application: application,
            sessionID: sessionID,
            transportID: transportID,
            launchRequestID: launchRequestID
        )
        mediaRefreshes[transportID] = nil
        return connect(to: transportID)
    }

    /// Leaves an application, which keeps running without this sender.
    mutating func applicationLeft(_ transportID: String) -> [Action] {
        guard let application = joined[transportID] else { return [] }
        var actions: [Action] = []
        if !application.hasLostTransport {
            actions.append(send(CloseMessage(reason: .closedBySelf), in: .connection, to: transportID))
        }
        return actions + end(application, .left)
    }

    /// Leaves every application, and then the device's platform. The connection cannot be used afterward.
    mutating func left() -> [Action] {
        guard !isClosed else { return [] }
        var actions = joined.keys.sorted().flatMap { applicationLeft($0) }
        if connections.close(to: CastMessage.receiverID) {
            actions.append(send(CloseMessage(reason: .closedBySelf), in: .connection, to: CastMessage.receiverID))
        }
        return actions
    }

    /// Starts a wait until an application runs or is gone, for the request with this id.
    mutating func waitStarted(_ wait: ApplicationWait, id: Int) {
        waits[id] = wait
        guard case .gone(let sessionID) = wait.goal else { return }
        for (transportID, application) in joined where sessionID == nil || application.sessionID == sessionID {
            joined[transportID]?.isStopping = true
        }
    }

    /// Ends the wait of a request that the device refused. A stop that was refused does not explain a later end.
    mutating func waitRefused(_ id: Int) {
        guard case .gone(let sessionID)? = waits.removeValue(forKey: id)?.goal else { return }
        for (transportID, application) in joined where sessionID == nil || application.sessionID == sessionID {
            joined[transportID]?.isStopping = false
        }
    }

    mutating func receiverMessageReceived(
        _ message: ReceiverMessage,
        _ object: JSONObject,
        now: NIODeadline
    ) -> [Action] {
        switch message {
        case .status(let message): return statusReceived(message, object, now: now)
        case .launchStatus(let message): return launchStatusReceived(message, now: now)
        case .launchError: return launchErrorReceived(object)
        case .appAvailability, .invalidRequest: return answer(object)
        case .unknown:
            counters.unknownType += 1
            return answer(object)
        }
    }

    /// Handles a CLOSE from a transport: its requests fail at once, and a status request to the platform finds out
    /// whether the application still runs.
    mutating func transportLost(_ transportID: String, now: NIODeadline) -> [Action] {
        guard joined[transportID] != nil else { return [] }
        joined[transportID]?.hasLostTransport = true
        var actions = [.transportLost(transportID: transportID)] + failRequests(to: transportID)
        let outgoing = try? requestMade(
            GetReceiverStatusRequest().fields,
            type: GetReceiverStatusRequest.type,
            namespace: .receiver,
            to: CastMessage.receiverID,
            completion: .onReply,
            timeout: configuration.requestTimeout,
            now: now
        )
        if let outgoing {
            lossInquiries.insert(outgoing.id)
            actions.append(.send(outgoing.message))
        } else {
            actions += endLost(.appClosed)
        }
        return actions
    }

    /// Ends the applications whose transport was lost, if this request was an inquiry about one. Nothing else would end
    /// them: the device has answered the inquiry, but not with a status.
    mutating func endLost(afterInquiry id: Int) -> [Action] {
        lossInquiries.remove(id) == nil ? [] : endLost(.appClosed)
    }

    /// Ends every application whose transport was lost.
    private mutating func endLost(_ reason: SessionEndReason) -> [Action] {
        joined.values.filter(\.hasLostTransport).sorted { $0.transportID < $1.transportID }
            .flatMap { end($0, $0.isStopping ? .stopped : reason) }
    }

    private mutating func statusReceived(
        _ message: ReceiverStatusMessage,
        _ object: JSONObject,
        now: NIODeadline
    ) -> [Action] {
        guard ReceiverState.isUsable(object) else {
            counters.unreadable += 1
            return rejectReply(object)
        }
        let status = message.status
        if let entry = object.requestID.flatMap({ requests.entry($0) }), entry.type == GetReceiverStatusRequest.type,
            entry.namespace == .receiver
        {
            roundTrip.measured(now - entry.sent)
        }
        var actions: [Action] = receiver.received(status) ? [.receiverStatus(status)] : []
        if !joined.isEmpty { actions += reconcile(with: status, requestID: object.requestID) }
        if !waits.isEmpty { actions += updateWaits(with: status, requestID: object.requestID) }
        if let answer = settle(object, namespace: .receiver, from: CastMessage.receiverID) {
            actions.append(answer)
        } else if !object.hasRequestID {
            // This status may be older than the loss of a transport, so it must not answer the inquiry about its
            // application.
            requests.statusReceived(
                object,
                status,
                answeredBefore: now + configuration.unnumberedReplyGrace,
                except: lossInquiries
            )
        }
        return actions
    }

    /// Compares the joined applications with a status. A status is complete: an application that it does not list has
    /// ended.
    private mutating func reconcile(with status: ReceiverStatus, requestID: Int?) -> [Action] {
        let isInquiry = requestID.map { lossInquiries.remove($0) != nil } ?? false
        var actions: [Action] = []
        for known in joined.values.sorted(by: { $0.transportID < $1.transportID }) {
            if let application = status.applications.first(where: { $0.sessionID == known.sessionID }) {
                if known.hasLostTransport {
                    if isInquiry { actions += end(known, .closedByApp) }
                } else if application != known.application {
                    joined[known.transportID]?.application = application
                    actions.append(.applicationUpdated(transportID: known.transportID, application))
                }
            } else if known.isStopping {
                actions += end(known, .stopped)
            } else if let other = status.applications.first(where: { !$0.isIdle }) {
                let isSame = known.application.appID.map { other.matches(appID: $0) } ?? false
                actions += end(known, isSame ? .relaunched : .replaced(byAppID: other.appID))
            } else {
                actions += end(known, .appClosed)
            }
        }
        return actions
    }

    /// Passes a status to all waits, and settles those that it completes.
    private mutating func updateWaits(with status: ReceiverStatus, requestID: Int?) -> [Action] {
        var actions: [Action] = []
        for id in waits.keys.sorted() {
            guard let step = waits[id]?.statusReceived(status, isReply: id == requestID) else { continue }
            switch step {
            case .wait: break
            case .starting(let name): actions.append(.launchProgress(id, .starting(name)))
            case .ready(let application): actions += effectObserved(id, .success(application.fields))
            case .gone: actions += effectObserved(id, .success(JSONObject()))
            case .vanished: actions += effectObserved(id, .failure(.closedWhileStarting(device: device)))
            }
        }
        return actions
    }

    private mutating func launchStatusReceived(_ message: LaunchStatusMessage, now: NIODeadline) -> [Action] {
        let reply = requests.launchStatusReceived(
            message.status,
            id: message.launchRequestID ?? message.requestID,
            from: CastMessage.receiverID,
            allowance: roundTrip.limit,
            now: now
        )
        switch reply {
        case .awaitingUser(let entry): return [.launchProgress(entry.id, .awaitingAuthorization)]
        case .allowed(let entry): return [.launchProgress(entry.id, .authorized)]
        case .denied(let entry):
            waits[entry.id] = nil
            let payload = DevicePayload(fields: message.fields)
            return [.settle(entry.id, .failure(.launchDenied(by: payload, device: device)))]
        case .extended, .ignored: return []
        }
    }

    /// Handles LAUNCH_ERROR. When it arrives after the launch succeeded (CAST_INIT_TIMEOUT, about a minute later), it
    /// ends the application.
    private mutating func launchErrorReceived(_ object: JSONObject) -> [Action] {
        if let answer = settle(object, namespace: .receiver, from: CastMessage.receiverID) { return [answer] }
        guard let id = object.requestID, let failed = joined.values.first(where: { $0.launchRequestID == id }) else {
            return []
        }
        let payload = DevicePayload(fields: object)
        return end(failed, .launchFailed(.refused(LaunchRequest.type, by: payload, device: device)))
    }

    /// Settles a request with a message other than a status, if such a message can be its reply.
    private mutating func answer(_ object: JSONObject) -> [Action] {
        if Refusal(object) == nil, let entry = object.requestID.flatMap({ requests.entry($0) }),
            entry.namespace == .receiver, Self.answeredByStatus.contains(entry.type)
        {
            return rejectReply(object)
        }
        guard let settled = settle(object, namespace: .receiver, from: CastMessage.receiverID) else { return [] }
        return (object.requestID.map { endLost(afterInquiry: $0) } ?? []) + [settled]
    }

    /// Fails the request that this message claims to answer, because the message is not a valid reply.
    private mutating func rejectReply(_ object: JSONObject) -> [Action] {
        let reply = requests.refusalReceived(
            id: object.requestID,
            from: CastMessage.receiverID,
            namespace: .receiver
        )
        guard case .settled(let entry) = reply else { return [] }
        waitRefused(entry.id)
        let payload = DevicePayload(fields: object)
        let error = CastError.unexpectedReply(entry.type, answer: payload, device: device)
        return endLost(afterInquiry: entry.id) + [.settle(entry.id, .failure(error))]
    }

    private mutating func end(_ known: Joined, _ reason: SessionEndReason) -> [Action] {
        joined[known.transportID] = nil
        mediaRefreshes[known.transportID] = nil
        let failures = failRequests(to: known.transportID)
        _ = connections.close(to: known.transportID)
        return [.applicationEnded(transportID: known.transportID, reason)] + failures
    }

    private mutating func failRequests(to transportID: String) -> [Action] {
        requests.takeAll(to: transportID).map { entry in
            .settle(entry.id, .failure(.sessionEnded(during: entry.type, device: device)))
        }
    }

    private static let answeredByStatus: Set<String> = [
        GetReceiverStatusRequest.type, LaunchRequest.type, StopRequest.type, SetReceiverVolumeRequest.type,
    ]
}
