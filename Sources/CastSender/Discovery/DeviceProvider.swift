/// A source of devices for a ``DeviceBrowser``.
///
/// The package has two, ``MulticastProvider`` and ``StaticHostsProvider``; a program with another way to find devices
/// writes its own and gives it to ``DeviceBrowser/start(from:criteria:)``.
public protocol DeviceProvider: Sendable {
    /// Looks for devices until the task is cancelled, and reports them as they come, change and go.
    ///
    /// - Parameter report: Takes one sighting after the other; waiting for it keeps a provider from running ahead.
    ///   When this method returns, everything it reported counts as gone.
    func search(_ report: @escaping @Sendable (DeviceSighting) async -> Void) async
}
