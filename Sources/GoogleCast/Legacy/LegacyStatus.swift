import CastSender
import CastWire
import Foundation

/// What a receiver's status says, as the 2.x API tells it.
struct LegacyStatus {
    let application: GCKApplicationMetadata?
    /// Which run of which application, by which another one is noticed.
    let run: [String?]
    let statusText: String?
    let level: Float
    let isMuted: Bool
    let activeInput: GCKActiveInputStatus
    let standby: GCKStandbyStatus

    init(_ status: ReceiverStatus) {
        let running = status.runningApplication
        application = running.map { GCKApplicationMetadata($0) }
        run = running.map { [$0.appID, $0.sessionID] + $0.namespaces.map(\.rawValue) } ?? []
        statusText = running?.statusText
        level = Float(status.volume?.level ?? 0)
        isMuted = status.volume?.muted ?? false
        activeInput = status.isActiveInput.map { $0 ? .active : .inactive } ?? .unknown
        standby = status.isStandBy.map { $0 ? .active : .inactive } ?? .unknown
    }
}
