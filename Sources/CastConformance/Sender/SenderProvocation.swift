// SPDX-License-Identifier: Apache-2.0

public import CastReceiver
public import CastTransport
import CastWire

/// The unusual answers that a virtual device gives to a sender, one after another.
///
/// A state machine: events of the device's sockets go in with their time, actions come out. Each step waits until the
/// sender is connected, or plays media, and lasts until the device has given its answer and the sender had time to react.
/// The last steps stop the media and the app, and break the connection.
public struct SenderProvocation: Sendable {
    /// Something that the device does.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Action: Sendable, Hashable {
        /// Adds a fault.
        case addFault(Fault)
        /// Removes the faults that were added.
        case removeFaults
        /// Changes the volume slightly, as a user at the device does, so that a status is sent.
        case changeVolume
        /// Pauses the media at the device.
        case pause
        /// Resumes the media at the device.
        case play
        /// Plays the media at the device again, in a new media session.
        case playAgain
        /// Stops the media at the device.
        case stopMedia
        /// Stops the app at the device.
        case stopApplication
    }

    enum Stage: Sendable, Hashable {
        case connected
        case playing
    }

    struct Step: Sendable {
        var name: String
        var stage: Stage
        var begin: [Action]
        var end: [Action] = []
        /// The message that shows that the device has given the answer; nil for a step that lasts its time.
        var sign: (@Sendable (CastNamespace, String, Int?) -> Bool)?
        /// How long the step lasts after the sign, or after its beginning.
        var lasts = Duration.seconds(3)
    }

    private enum Phase: Sendable {
        case waiting
        /// The device was told to give the answer, and has not given it.
        case begun(ContinuousClock.Instant)
        case shown(until: ContinuousClock.Instant)
    }

    /// The time after which a step without its answer ends: the sender asked nothing that could be answered so.
    static let patience = Duration.seconds(10)

    private let steps: [Step]
    private var index = 0
    private var phase = Phase.waiting
    /// The sockets with a virtual connection to the platform.
    private var connected: Set<Int> = []
    private var isPlaying = false

    /// Creates a provocation that has not begun.
    public init() { self.init(steps: Self.all) }

    init(steps: [Step]) { self.steps = steps }

    /// Whether all steps have ended.
    public var isFinished: Bool { index >= steps.count }

    /// The name of the step that has begun; nil between steps.
    public var step: String? {
        if case .waiting = phase { return nil }
        return isFinished ? nil : steps[index].name
    }

    /// Processes an event of a socket of the device.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - socket: The number of the socket.
    ///   - now: The time of the event.
    /// - Returns: What the device is to do.
    public mutating func observe(
        _ event: CastSocketEvent,
        on socket: Int,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        var actions = advance(to: now)
        switch event {
        case .received(let message):
            guard message.namespace == .connection, message.destinationID == CastMessage.receiverID else { break }
            let type = (try? message.jsonObject())?.messageType
            if type == "CONNECT" { connected.insert(socket) }
            if type == "CLOSE" { connected.remove(socket) }
        case .sent(let message):
            guard let object = try? message.jsonObject(), let type = object.messageType else { break }
            if message.namespace == .media, type == "MEDIA_STATUS" { isPlaying = Self.plays(object) }
            if message.namespace == .connection, type == "CLOSE", message.sourceID != CastMessage.receiverID {
                isPlaying = false
            }
            guard !isFinished, case .begun = phase, let sign = steps[index].sign else { break }
            if sign(message.namespace, type, object.requestID) { phase = .shown(until: now + steps[index].lasts) }
        case .closed:
            connected.remove(socket)
            if connected.isEmpty { isPlaying = false }
        default: break
        }
        actions += advance(to: now)
        return actions
    }

    /// Ends the step that is due, and begins the next one if the sender has come far enough.
    ///
    /// - Parameter now: The current time.
    /// - Returns: What the device is to do.
    public mutating func advance(to now: ContinuousClock.Instant) -> [Action] {
        guard !isFinished else { return [] }
        var actions: [Action] = []
        switch phase {
        case .waiting: break
        case .begun(let begun) where now - begun >= Self.patience: actions = end()
        case .shown(let end) where now >= end: actions = self.end()
        case .begun, .shown: return []
        }
        guard !isFinished, !connected.isEmpty, steps[index].stage == .connected || isPlaying else { return actions }
        let step = steps[index]
        phase = step.sign == nil ? .shown(until: now + step.lasts) : .begun(now)
        return actions + step.begin
    }

    private mutating func end() -> [Action] {
        let step = steps[index]
        index += 1
        phase = .waiting
        return [.removeFaults] + step.end
    }

    private static func plays(_ object: JSONObject) -> Bool {
        (object["status"]?.arrayValue ?? []).contains { $0["playerState"]?.stringValue.map { $0 != "IDLE" } ?? false }
    }
}

extension SenderProvocation {
    private static func fault(
        _ effect: Fault.Effect,
        _ namespace: CastNamespace?,
        _ type: String? = nil,
        limit: Int? = 1
    ) -> Action {
        .addFault(Fault(effect, on: Fault.Filter(direction: .outbound, namespace: namespace, type: type), limit: limit))
    }

    /// A message of a type that no sender knows.
    private static let unknown: JSONObject = ["type": "CONFORMANCE_PROBE", "requestId": 0, "values": [1, nil, "…"]]

    /// Adds a member that no sender knows to an object.
    private static func probe(in path: String) -> MessageEdit {
        MessageEdit(.set(["values": [1, nil, "…"]]), at: "\(path).conformanceProbe")
    }

    /// All steps, in their order.
    static let all: [Step] = [
        Step(
            name: "unknown message of the platform",
            stage: .connected,
            begin: [fault(.follow(unknown), .receiver, "RECEIVER_STATUS"), .changeVolume],
            sign: { namespace, type, _ in namespace == .receiver && type == "CONFORMANCE_PROBE" }
        ),
        Step(
            name: "unknown member of the receiver status",
            stage: .connected,
            begin: [fault(.rewrite([probe(in: "status")]), .receiver, "RECEIVER_STATUS"), .changeVolume],
            sign: { namespace, type, _ in namespace == .receiver && type == "RECEIVER_STATUS" }
        ),
        Step(
            name: "burst of PINGs",
            stage: .connected,
            begin: [fault(.duplicate(copies: 9), .heartbeat, "PING")],
            sign: { namespace, type, _ in namespace == .heartbeat && type == "PING" }
        ),
        Step(
            name: "unknown message of the app",
            stage: .playing,
            begin: [fault(.follow(unknown), .media, "MEDIA_STATUS"), .pause],
            sign: { namespace, type, _ in namespace == .media && type == "CONFORMANCE_PROBE" }
        ),
        Step(
            name: "unknown member of the media status",
            stage: .playing,
            begin: [fault(.rewrite([probe(in: "status.*")]), .media, "MEDIA_STATUS"), .play],
            sign: { namespace, type, _ in namespace == .media && type == "MEDIA_STATUS" }
        ),
        Step(
            name: "request ID as text",
            stage: .playing,
            begin: [fault(.rewrite([MessageEdit(.text, at: "requestId")]), .media, limit: 3)],
            sign: { namespace, _, id in namespace == .media && id != nil && id != 0 }
        ),
        Step(
            name: "reply that arrives twice",
            stage: .playing,
            begin: [fault(.duplicate(copies: 1), .media, "MEDIA_STATUS", limit: 3)],
            sign: { namespace, _, id in namespace == .media && id != nil && id != 0 }
        ),
        Step(
            name: "late reply",
            stage: .playing,
            begin: [fault(.delay(.seconds(6)), .media, "MEDIA_STATUS")],
            sign: { namespace, _, id in namespace == .media && id != nil && id != 0 }
        ),
        Step(
            name: "refused pause",
            stage: .playing,
            begin: [.addFault(.failNext("PAUSE", with: ["type": "INVALID_PLAYER_STATE"]))],
            sign: { namespace, type, _ in namespace == .media && type == "INVALID_PLAYER_STATE" }
        ),
        Step(
            name: "media session with a new ID",
            stage: .playing,
            begin: [.playAgain],
            sign: { namespace, type, _ in namespace == .media && type == "MEDIA_STATUS" },
            lasts: .seconds(5)
        ),
        Step(
            name: "silence",
            stage: .connected,
            begin: [fault(.drop, nil, limit: nil)],
            lasts: .seconds(17)
        ),
        Step(
            name: "media that fails",
            stage: .playing,
            begin: [
                fault(
                    .rewrite([MessageEdit(.set("ERROR"), at: "status.*.idleReason")]),
                    .media,
                    "MEDIA_STATUS",
                    limit: 2
                ),
                .stopMedia,
            ],
            sign: { namespace, type, _ in namespace == .media && type == "MEDIA_STATUS" }
        ),
        Step(
            name: "end of the app",
            stage: .connected,
            begin: [.stopApplication],
            sign: { namespace, type, _ in namespace == .connection && type == "CLOSE" }
        ),
        Step(
            name: "broken connection",
            stage: .connected,
            begin: [fault(.reset, .receiver, "RECEIVER_STATUS"), .changeVolume],
            end: [.changeVolume]
        ),
    ]
}
