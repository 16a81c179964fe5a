// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastWire

/// A change on a virtual device that is reported as a line or as an event.
enum ReceiverChange: Hashable, Sendable {
    case senderConnected(String)
    case senderDisconnected(String)
    /// The running application, or nil and the reason why the previous one ended.
    case app(DeviceSnapshot.ApplicationStatus?, end: ApplicationEnd.Reason?)
    /// A launch request waits for the user's decision.
    case launchAsked(DeviceSnapshot.PendingLaunch)
    /// The media session, or nil and the reason why the previous one ended.
    case media(DeviceSnapshot.Media?, idleReason: String?)
    case volume(level: Double, isMuted: Bool)

    /// Returns the differences between two snapshots, causes before effects.
    ///
    /// - Parameter before: The previous snapshot; nil for the initial state of a device.
    static func changes(from before: DeviceSnapshot?, to now: DeviceSnapshot) -> [ReceiverChange] {
        var changes: [ReceiverChange] = []
        if before?.application != now.application, before != nil || now.application != nil {
            changes.append(.app(now.application, end: now.application == nil ? now.lastApplicationEnd?.reason : nil))
        }
        if let pending = now.pendingLaunch, before?.pendingLaunch != pending { changes.append(.launchAsked(pending)) }
        let (old, new) = (Set(before?.senders ?? []), Set(now.senders))
        changes += new.subtracting(old).sorted().map { .senderConnected($0) }
        changes += old.subtracting(new).sorted().map { .senderDisconnected($0) }
        if let before, before.volumeLevel != now.volumeLevel || before.isMuted != now.isMuted {
            changes.append(.volume(level: now.volumeLevel, isMuted: now.isMuted))
        }
        if before?.media.map(Key.init) != now.media.map(Key.init) {
            changes.append(.media(now.media, idleReason: now.media == nil ? now.lastIdleReason : nil))
        }
        return changes
    }

    /// The properties of a media session whose changes are reported. The position is not one of them.
    private struct Key: Hashable {
        var id: Int
        var state: DeviceSnapshot.Media.State
        var url: String
        var duration: Double?
        var rate: Double

        init(_ media: DeviceSnapshot.Media) {
            id = media.mediaSessionID
            state = media.state
            url = media.url
            duration = media.duration
            rate = media.playbackRate
        }
    }

    /// The page of a web app that was just launched.
    var page: String? {
        guard case .app(let app?, _) = self, !app.isReady else { return nil }
        return app.pageURL
    }

    var json: JSONObject {
        switch self {
        case .senderConnected(let sender): return ["event": "senderConnected", "sender": .string(sender)]
        case .senderDisconnected(let sender): return ["event": "senderDisconnected", "sender": .string(sender)]
        case .app(let app, let end):
            guard let app else {
                var object: JSONObject = ["event": "app", "application": .null]
                if let end { object["end"] = .string(end.name) }
                if case .failed(let error)? = end { object["failure"] = .string(error) }
                return object
            }
            var application: JSONObject = [
                "id": .string(app.appID), "name": .string(app.name), "sessionID": .string(app.sessionID),
                "statusText": .string(app.statusText), "isReady": .bool(app.isReady),
            ]
            if let page = app.pageURL { application["page"] = .string(page) }
            return ["event": "app", "application": .object(application)]
        case .launchAsked(let launch):
            return [
                "event": "launchAsked", "application": ["id": .string(launch.appID), "name": .string(launch.name)],
                "sender": .string(launch.sender),
            ]
        case .media(let media, let idleReason):
            guard let media else {
                return ["event": "media", "media": .null, "idleReason": idleReason.map { .string($0) } ?? .null]
            }
            return [
                "event": "media",
                "media": [
                    "mediaSessionID": .integer(Int64(media.mediaSessionID)),
                    "state": .string(media.state.rawValue.uppercased()),
                    "url": .string(media.url),
                    "contentType": media.contentType.map { .string($0) } ?? .null,
                    "title": media.title.map { .string($0) } ?? .null,
                    "position": .number(media.position),
                    "duration": media.duration.map { .number($0) } ?? .null,
                ],
            ]
        case .volume(let level, let isMuted):
            return ["event": "volume", "level": .number(level), "muted": .bool(isMuted)]
        }
    }

    /// The change as a line of text.
    var line: String {
        switch self {
        case .senderConnected(let sender): return "sender   \(sender) connected"
        case .senderDisconnected(let sender): return "sender   \(sender) disconnected"
        case .app(let app, let end):
            guard let app else { return "app      none\(end.map { " (\($0.words))" } ?? "")" }
            let name = "app      \(app.name) (\(app.appID))"
            guard let page = app.pageURL, !app.isReady else { return name }
            return "\(name) waits for its page \(page); open the page of the device to load it"
        case .launchAsked(let launch):
            return "launch   \(launch.name) (\(launch.appID)) requested by \(launch.sender). Allow? (y/n)"
        case .media(let media, let idleReason):
            guard let media else { return "media    none\(idleReason.map { " (\($0.lowercased()))" } ?? "")" }
            let length = media.duration.map { " of \(TimeText.clock($0))" } ?? ""
            return "media    \(media.state.rawValue): \(media.title ?? media.url), "
                + "\(TimeText.clock(media.position))\(length)"
        case .volume(let level, let isMuted):
            return "volume   \(VolumeStatus(level: level, isMuted: isMuted).text)"
        }
    }
}

extension ApplicationEnd.Reason {
    /// The reason in words.
    fileprivate var words: String {
        switch self {
        case .stoppedBySender: "stopped by a sender"
        case .replaced: "another app was launched"
        case .lastSenderLeft: "the last sender disconnected"
        case .idle: "idle"
        case .notReady: "did not become ready in time"
        case .finished: "closed itself"
        case .pageGone: "its page was closed"
        case .stoppedByDevice: "stopped on the device"
        case .failed(let error): "failed: \(error)"
        }
    }
}
