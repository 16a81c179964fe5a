import CastSender
import CastWire

/// What an earlier `cast play` left playing, and the way to it: the same session, joined again.
struct EarlierPlayback: Sendable {
    let target: PlaybackTarget
    let snapshot: MediaSnapshot

    /// Joins the session whose record the earlier play left, whatever ended that play.
    ///
    /// - Parameter request: As what follows is to be played; with its store.
    /// - Throws: ``CommandFailure`` when there is no such session any more, or nothing plays in it.
    static func find(for request: PlayRequest) async throws -> EarlierPlayback {
        let manager = SessionManager(options: request.sessionOptions, store: request.store)
        // The device may be at another address by now.
        let browser = try? await request.finder.browser()
        if let browser { await manager.follow(browser.devices) }
        let stored = await manager.resumeStored()
        await browser?.close()
        do {
            // The media alone is stopped by a key: who started the app is not known any more.
            let session = try resumed(stored)
            let target = PlaybackTarget(session: session, manager: manager, isOwner: false)
            guard let snapshot = await session.media.status, snapshot.playerState != .idle else {
                throw RemoteControl.nothingPlays(in: session)
            }
            return EarlierPlayback(target: target, snapshot: snapshot)
        } catch {
            await manager.close()
            throw error
        }
    }

    /// How what plays is called.
    var item: PlayItem {
        let status = PlaybackStatus(snapshot)
        let address = status.contentID ?? ""
        return PlayItem(source: .url(address), title: status.title ?? PlaySource.url(address).title)
    }

    /// The event for scripts.
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
        case .none: throw nothingToResume("no earlier cast play left a session to go back to")
        case .unusable(let error): throw nothingToResume("there is nothing to go back to: \(error)")
        case .ended(let information, let reason):
            throw CommandFailure(
                code: "sessionLost",
                exitStatus: .unreachable,
                message: "what played on \(information.device.friendlyName) cannot go on: \(reason)",
                hint: "cast status says what the device does; cast play starts anew",
                device: information.device.friendlyName
            )
        }
    }

    private static func nothingToResume(_ message: String) -> CommandFailure {
        CommandFailure(
            code: "nothingToResume",
            exitStatus: .nothingPlaying,
            message: message,
            hint: "cast status says what a device does"
        )
    }
}
