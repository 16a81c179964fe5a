/// Where names, and the ends of names, were written in a datagram: a small hash table without deletions but the latest.
///
/// The caller compares what it finds, so two ends with one hash only cost compression.
struct WrittenNames {
    private struct Slot {
        var hash: UInt64
        var offset: UInt16
    }

    private static let slotCount = 512
    /// Beyond this a name is written in full: a datagram of usual size has far fewer.
    private static let limit = 384

    /// Offset 0 is free: nothing is ever written there but the header.
    private var slots = Array(repeating: Slot(hash: 0, offset: 0), count: slotCount)
    private var count = 0
    /// Slots taken since ``begin()``.
    private var latest: [Int] = []

    /// Begins a part that may be taken back.
    mutating func begin() {
        latest.removeAll(keepingCapacity: true)
    }

    /// Takes back what was inserted since ``begin()``: the newest entries, which no search for an older one passes.
    mutating func rollBack() {
        for index in latest {
            slots[index].offset = 0
        }
        count -= latest.count
        latest.removeAll(keepingCapacity: true)
    }

    subscript(hash: UInt64) -> UInt16? {
        var index = Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)
        while slots[index].offset != 0 {
            if slots[index].hash == hash { return slots[index].offset }
            index = (index + 1) & (Self.slotCount - 1)
        }
        return nil
    }

    /// Notes an offset, unless the hash has one.
    mutating func insert(_ hash: UInt64, at offset: UInt16) {
        guard count < Self.limit else { return }
        var index = Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)
        while slots[index].offset != 0 {
            if slots[index].hash == hash { return }
            index = (index + 1) & (Self.slotCount - 1)
        }
        slots[index] = Slot(hash: hash, offset: offset)
        latest.append(index)
        count += 1
    }
}
