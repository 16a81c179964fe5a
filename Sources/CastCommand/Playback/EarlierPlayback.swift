// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastSender
import CastWire

/// The playback that an earlier `cast play` left running, after its session has been joined again.
struct EarlierPlayback: Sendable {
    let target: PlaybackTarget
    let snapshot: MediaSnapshot

    /// Joins the session in the stored record. It does not matter how the earlier command ended.
    ///
    /// - Parameter request: The options of the new command, with the store of the record.
    /// - Throws: ``CommandFailure`` if the session no longer exists or has no media.
    static func find(for request: PlayCommandRequest) async throws -> EarlierPlayback {
        let manager = SessionManager(options: request.sessionOptions, store: request.store)
        // The address of the device may have changed.
        let browser = try? await request.finder.browser()
        if let browser { await manager.follow(browser.devices) }
        let stored = await manager.resumeStored()
        await browser?.close()
        do {
            // It is not known which sender launched the app, so the stop key stops only the media.
            let session = try resumed(stored)
            let target = PlaybackTarget(session: session, manager: manager, isOwner: false)
            guard let snapshot = await session.media.status, snapshot.playerState != .idle else {
                throw RemoteControl.noMediaFailure(in: session)
            }
            return EarlierPlayback(target: target, snapshot: snapshot)
        } catch {
            await manager.close()
            throw error
        }
    }

    /// The current media as an item with its title.
    var item: PlayItem {
        let status = PlaybackStatus(snapshot)
        let address = status.contentID ?? ""
        return PlayItem(source: .url(address), options: MediaItem.Options(title: status.title))
    }

    /// The `resumed` event.
    var json: JSONObject {
        let items = snapshot.status.items ?? []
        return [
            "event": "resumed",
            "device": .object(target.device.briefJSON),
            "sessionID": .string(target.session.sessionID),
            "media": .object(PlaybackStatus(snapshot).json),
            "currentItemID": snapshot.currentItemID.map { .integer(Int64($0)) } ?? .null,
            "queue": .array(
                items.compactMap { item in item.itemID.map { .object(QueueEntry(id: $0, item: item).json) } }
            ),
        ]
    }

    private static func resumed(_ stored: StoredSession) throws -> CastSession {
        switch stored {
        case .resumed(let session): return session
        case .none: throw nothingToResume("there is no session of an earlier cast play to resume")
        case .unusable(let error): throw nothingToResume("the last session cannot be resumed: \(error)")
        case .ended(let information, let reason):
            throw CommandFailure(
                code: "sessionLost",
                exitStatus: .unreachable,
                message: "playback on \(information.device.friendlyName) cannot be resumed: \(reason)",
                hint: "check the device with cast status, or start playback with cast play",
                device: information.device.friendlyName
            )
        }
    }

    private static func nothingToResume(_ message: String) -> CommandFailure {
        CommandFailure(
            code: "nothingToResume",
            exitStatus: .nothingPlaying,
            message: message,
            hint: "check the device with cast status, or start playback with cast play"
        )
    }
}
