import DequeModule

/// Events that a consumer has not taken yet, at most one for each instance.
///
/// A slow consumer never makes it grow beyond the number of instances, and loses nothing that still holds: of several
/// changes the newest counts, and a service that came and went unseen is not mentioned.
struct ServiceEventBuffer {
    private var order: Deque<String> = []
    private var pending: [String: ServiceInstance?] = [:]
    /// Instances that the consumer believes to be there.
    private var delivered: Set<String> = []

    mutating func append(_ event: ServiceEvent) {
        switch event {
        case .found(let instance), .changed(let instance):
            if pending[instance.name] == nil { order.append(instance.name) }
            pending[instance.name] = .some(instance)
        case .lost(let name):
            if delivered.contains(name) {
                if pending[name] == nil { order.append(name) }
                pending[name] = .some(nil)
            } else if pending.removeValue(forKey: name) != nil {
                order.removeAll { $0 == name }
            }
        }
    }

    mutating func popFirst() -> ServiceEvent? {
        guard let name = order.popFirst(), let state = pending.removeValue(forKey: name) else { return nil }
        guard let instance = state else {
            delivered.remove(name)
            return .lost(name: name)
        }
        return delivered.insert(name).inserted ? .found(instance) : .changed(instance)
    }
}
