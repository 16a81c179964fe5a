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

    fileprivate struct Partial {
        var isText: Bool
        var bytes: [UInt8] = []
        /// Set once the message is lost; its later pieces go the same way.
        var dropReason: DropReason?
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
        if partials[key] == nil {
            guard message.isContinued else { return .complete(message) }
            guard partials.count < messageLimit else { return drop(.tooMany) }
        }
        // In place: a copy for every piece would make many small ones cost quadratic time.
        partials[key, default: Partial(isText: message.payload.isText)].append(message.payload, limit: byteLimit)
        let dropReason = partials[key]?.dropReason
        guard !message.isContinued else { return dropReason.map { drop($0) } ?? .waiting }
        guard let partial = partials.removeValue(forKey: key) else { return .complete(message) }
        if let dropReason { return drop(dropReason) }
        var whole = message
        whole.payload = partial.isText ? .text(String(decoding: partial.bytes, as: UTF8.self)) : .binary(partial.bytes)
        return .complete(whole)
    }

    private mutating func drop(_ reason: DropReason) -> Outcome {
        dropped[reason, default: 0] += 1
        return .dropped(reason)
    }
}

extension ContinuedMessages.Partial {
    fileprivate mutating func append(_ payload: CastMessage.Payload, limit: Int) {
        guard dropReason == nil else { return }
        switch payload {
        case .text(let text) where isText: append(text.utf8, limit: limit)
        case .binary(let more) where !isText: append(more, limit: limit)
        default: lose(.mixedPayloads)
        }
    }

    private mutating func append(_ more: some Collection<UInt8>, limit: Int) {
        guard bytes.count + more.count <= limit else { return lose(.tooLong) }
        bytes.append(contentsOf: more)
    }

    private mutating func lose(_ reason: ContinuedMessages.DropReason) {
        dropReason = reason
        bytes = []
    }
}

extension CastMessage.Payload {
    fileprivate var isText: Bool {
        guard case .text = self else { return false }
        return true
    }
}
