import CastWire

/// Puts together messages that arrive in parts (CASTV2, `continued`).
///
/// Nobody is known to send them, so the limits are tight: what is pending on one socket never exceeds one frame's
/// size in a few conversations.
struct MessageAssembler: Sendable {
    enum Result: Sendable, Hashable {
        case complete(CastMessage)
        case incomplete
        /// Too much was pending; everything pending was forgotten.
        case overflow
    }

    private struct Key: Hashable {
        var sourceID: String
        var destinationID: String
        var namespace: CastNamespace
    }

    private var parts: [Key: CastMessage.Payload] = [:]
    private var pendingBytes = 0
    private let byteLimit: Int
    private let conversationLimit: Int

    init(byteLimit: Int = CastFrame.defaultLimit, conversationLimit: Int = 4) {
        self.byteLimit = byteLimit
        self.conversationLimit = conversationLimit
    }

    mutating func received(_ message: CastMessage) -> Result {
        if parts.isEmpty, !message.isContinued { return .complete(message) }
        let key = Key(
            sourceID: message.sourceID,
            destinationID: message.destinationID,
            namespace: message.namespace
        )
        guard let payload = Self.join(parts[key], message.payload) else { return reset() }
        guard message.isContinued else {
            pendingBytes -= parts.removeValue(forKey: key).map(Self.size) ?? 0
            var whole = message
            whole.payload = payload
            return .complete(whole)
        }
        pendingBytes += Self.size(message.payload)
        parts[key] = payload
        return pendingBytes <= byteLimit && parts.count <= conversationLimit ? .incomplete : reset()
    }

    private mutating func reset() -> Result {
        parts = [:]
        pendingBytes = 0
        return .overflow
    }

    private static func size(_ payload: CastMessage.Payload) -> Int {
        switch payload {
        case .text(let text): text.utf8.count
        case .binary(let bytes): bytes.count
        }
    }

    private static func join(_ first: CastMessage.Payload?, _ next: CastMessage.Payload) -> CastMessage.Payload? {
        switch (first, next) {
        case (nil, _): next
        case (.text(let first), .text(let next)): .text(first + next)
        case (.binary(let first), .binary(let next)): .binary(first + next)
        default: nil
        }
    }
}
