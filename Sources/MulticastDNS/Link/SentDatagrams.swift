import NIOCore

/// The datagrams multicast in the last seconds, to recognise them when the network loops them back.
///
/// Neither the source address nor the port tells: other responders on this host have both. Each datagram is expected back
/// once, so a second, equal one is somebody else's.
struct SentDatagrams {
    static let memory = TimeAmount.seconds(2)
    static let limit = 4_096

    private var expected: [Int: Int] = [:]
    private var sent: [(hash: Int, at: NIODeadline)] = []
    private var firstLive = 0

    mutating func note(_ datagram: [UInt8], at now: NIODeadline) {
        forget(before: now)
        guard sent.count - firstLive < Self.limit else { return }
        let hash = datagram.hashValue
        expected[hash, default: 0] += 1
        sent.append((hash, now))
    }

    /// Whether the datagram is one of ours coming back.
    mutating func recognises(_ datagram: [UInt8]) -> Bool {
        let hash = datagram.hashValue
        guard let count = expected[hash] else { return false }
        expected[hash] = count > 1 ? count - 1 : nil
        return true
    }

    private mutating func forget(before now: NIODeadline) {
        while firstLive < sent.count, sent[firstLive].at + Self.memory < now {
            let hash = sent[firstLive].hash
            if let count = expected[hash] { expected[hash] = count > 1 ? count - 1 : nil }
            firstLive += 1
        }
        if firstLive > 1_024 || firstLive == sent.count {
            sent.removeFirst(firstLive)
            firstLive = 0
        }
    }
}
