/// Puts messages together whose payload came in several pieces (`continued`).
///
/// No public sender does that; protocol versions 1.1 and 1.2 allow it. Pieces of the same source, destination and
/// namespace belong together. Memory is bounded: so many conversations at once, so many bytes in each.
public struct ContinuedMessages: Sendable {
    /// What became of a piece.
    public enum Outcome: Sendable, Hashable {
        /// The message is whole.
        case complete(CastMessage)
        /// More pieces have to come.
        case waiting
        /// The piece was thrown away.
        case dropped(DropReason)
    }

    /// Why a piece was thrown away.
    public enum DropReason: Sendable, Hashable, CaseIterable {
        /// The message would be longer than the limit; its later pieces are dropped too.
        case tooLong
        /// Too many unfinished messages at once.
        case tooMany
        /// Text after bytes or the other way round; later pieces are dropped too.
        case mixedPayloads
    }

    private struct Key: Hashable {
        var sourceID: String
        var destinationID: String
        var namespace: CastNamespace
    }

    private enum Partial {
        case collecting(CastMessage.Payload)
        case dropping(DropReason)
    }

    /// How many pieces were thrown away, by reason.
    public private(set) var dropped: [DropReason: Int] = [:]
    private var partials: [Key: Partial] = [:]
    private let byteLimit: Int
    private let messageLimit: Int

    /// - Parameters:
    ///   - byteLimit: The longest payload in bytes; 65,536 by default.
    ///   - messageLimit: How many messages may be unfinished at once; 16 by default.
    public init(byteLimit: Int = CastFrame.defaultLimit, messageLimit: Int = 16) {
        self.byteLimit = byteLimit
        self.messageLimit = messageLimit
    }

    /// How many messages are unfinished.
    public var unfinishedCount: Int { partials.count }

    /// Takes the next message of a socket, continued or not.
    public mutating func append(_ message: CastMessage) -> Outcome {
        if partials.isEmpty, !message.isContinued { return .complete(message) }
        let key = Key(
            sourceID: message.sourceID,
            destinationID: message.destinationID,
            namespace: message.namespace
        )
        guard let partial = partials[key] else {
            guard message.isContinued else { return .complete(message) }
            guard partials.count < messageLimit else { return drop(.tooMany) }
            return keep(message.payload, of: message, as: key)
        }
        switch partial {
        case .dropping(let reason):
            partials[key] = message.isContinued ? partial : nil
            return drop(reason)
        case .collecting(let begun):
            guard let payload = begun.appending(message.payload) else {
                return refuse(message, as: key, for: .mixedPayloads)
            }
            return keep(payload, of: message, as: key)
        }
    }

    private mutating func keep(_ payload: CastMessage.Payload, of message: CastMessage, as key: Key) -> Outcome {
        guard payload.byteCount <= byteLimit else { return refuse(message, as: key, for: .tooLong) }
        guard !message.isContinued else {
            partials[key] = .collecting(payload)
            return .waiting
        }
        partials[key] = nil
        var whole = message
        whole.payload = payload
        return .complete(whole)
    }

    private mutating func refuse(_ message: CastMessage, as key: Key, for reason: DropReason) -> Outcome {
        partials[key] = message.isContinued ? .dropping(reason) : nil
        return drop(reason)
    }

    private mutating func drop(_ reason: DropReason) -> Outcome {
        dropped[reason, default: 0] += 1
        return .dropped(reason)
    }
}

extension CastMessage.Payload {
    fileprivate var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .binary(let bytes): bytes.count
        }
    }

    fileprivate func appending(_ next: CastMessage.Payload) -> CastMessage.Payload? {
        switch (self, next) {
        case (.text(let begun), .text(let more)): .text(begun + more)
        case (.binary(let begun), .binary(let more)): .binary(begun + more)
        default: nil
        }
    }
}
