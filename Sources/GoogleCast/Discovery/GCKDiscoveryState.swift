/// Whether devices are looked for.
public enum GCKDiscoveryState: Int, CaseIterable, Sendable {
    case stopped = 0
    case running = 1
}
