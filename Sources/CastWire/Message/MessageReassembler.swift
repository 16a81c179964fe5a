// SPDX-License-Identifier: Apache-2.0

/// Reassembles messages whose payload was sent in several parts (`continued`).
///
/// No public sender uses this feature; protocol versions 1.1 and 1.2 allow it. Parts with the same source, destination
/// and namespace belong together. The number of incomplete messages and the size of each are limited.
public struct MessageReassembler: Sendable {
    /// The result of appending a message.
    public enum Outcome: Sendable, Hashable {
        /// The message is complete.
        case complete(CastMessage)
        /// The message is incomplete and more parts are expected.
        case waiting
        /// The part was dropped.
        case dropped(DropReason)
    }

    /// The reason why a part was dropped.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum DropReason: Sendable, Hashable, CaseIterable {
        /// The payload would exceed the limit. Later parts of the message are dropped, too.
        case tooLong
        /// Too many messages are incomplete.
        case tooMany
        /// Text and binary parts were mixed. Later parts of the message are dropped, too.
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
        /// Set once the message is invalid, so that its later parts are dropped as well.
        var dropReason: DropReason?
    }

    /// The number of dropped parts, by reason.
    public private(set) var dropped: [DropReason: Int] = [:]
    private var partials: [Key: Partial] = [:]
    private let byteLimit: Int
    private let messageLimit: Int

    /// Creates an instance without incomplete messages.
    ///
    /// - Parameters:
    ///   - byteLimit: The longest payload, in bytes. Default 65,536.
    ///   - messageLimit: The maximum number of incomplete messages. Default 16.
    public init(byteLimit: Int = CastFrame.defaultLimit, messageLimit: Int = 16) {
        self.byteLimit = byteLimit
        self.messageLimit = messageLimit
    }

    /// The number of incomplete messages.
    public var unfinishedCount: Int { partials.count }

    /// Processes the next message of a socket, continued or not.
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
        // Appends in place. Copying the payload for each part would take quadratic time for many small parts.
        partials[key, default: Partial(isText: message.payload.isText)].append(message.payload, limit: byteLimit)
        let dropReason = partials[key]?.dropReason
        guard !message.isContinued else { return dropReason.map { drop($0) } ?? .waiting }
        guard let partial = partials.removeValue(forKey: key) else { return .complete(message) }
        if let dropReason { return drop(dropReason) }
        var complete = message
        complete.payload =
            partial.isText ? .text(String(decoding: partial.bytes, as: UTF8.self)) : .binary(partial.bytes)
        return .complete(complete)
    }

    private mutating func drop(_ reason: DropReason) -> Outcome {
        dropped[reason, default: 0] += 1
        return .dropped(reason)
    }
}

extension MessageReassembler.Partial {
    fileprivate mutating func append(_ payload: CastMessage.Payload, limit: Int) {
        guard dropReason == nil else { return }
        switch payload {
        case .text(let text) where isText: append(text.utf8, limit: limit)
        case .binary(let part) where !isText: append(part, limit: limit)
        default: invalidate(.mixedPayloads)
        }
    }

    private mutating func append(_ part: some Collection<UInt8>, limit: Int) {
        guard bytes.count + part.count <= limit else { return invalidate(.tooLong) }
        bytes.append(contentsOf: part)
    }

    private mutating func invalidate(_ reason: MessageReassembler.DropReason) {
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
