/// A change in the services of a type.
public enum ServiceEvent: Hashable, Sendable {
    /// A service is there, with location, text and at least one address.
    case found(ServiceInstance)
    /// A known service has another location, text or set of addresses.
    case changed(ServiceInstance)
    /// A service said goodbye, or was not heard of until its records ran out.
    case lost(name: String)

    /// The name of the instance.
    public var name: String {
        switch self {
        case .found(let instance), .changed(let instance): instance.name
        case .lost(let name): name
        }
    }
}
