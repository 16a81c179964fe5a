import Foundation

/// Listeners in the order of their registration. None is kept alive by it, and none stands in it twice.
struct WeakList<Listener> {
    private struct Entry {
        weak var object: AnyObject?
        let id: ObjectIdentifier
    }

    private var entries: [Entry] = []

    /// Who listens now. Those who come meanwhile are not in it, and of those who go the caller of each has to make sure
    /// by ``contains(_:)``: nobody is called who has been removed.
    var all: [Listener] { entries.compactMap { $0.object as? Listener } }

    func contains(_ listener: Listener) -> Bool {
        let object = listener as AnyObject
        return entries.contains { $0.object === object }
    }

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
