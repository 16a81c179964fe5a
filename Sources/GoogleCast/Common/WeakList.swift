import Foundation

/// Listeners in the order of their registration. None is kept alive by it, and none stands in it twice.
struct WeakList<Listener> {
    private struct Entry {
        weak var object: AnyObject?
        let id: ObjectIdentifier
    }

    private var entries: [Entry] = []

    /// Who listens now. A loop over it is not disturbed by those who come and go meanwhile.
    var all: [Listener] { entries.compactMap { $0.object as? Listener } }

    mutating func add(_ listener: Listener) {
        let object = listener as AnyObject
        entries.removeAll { $0.object == nil }
        guard !entries.contains(where: { $0.object === object }) else { return }
        entries.append(Entry(object: object, id: ObjectIdentifier(object)))
    }

    mutating func remove(_ listener: Listener) {
        let object = listener as AnyObject
        entries.removeAll { $0.object == nil || $0.object === object }
    }
}
