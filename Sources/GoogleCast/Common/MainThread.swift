internal import Dispatch

/// Where the main actor's code runs.
enum MainThread {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether this code may touch what belongs to the main actor.
    ///
    /// Where the main program is asynchronous, Dispatch on Linux gives the main thread up and serves the main queue from
    /// another one: there `Thread.isMainThread` is false although everything is in order.
    static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true }

    /// Does something on the main thread: now when this is it, else as soon as it has time.
    static func perform(_ body: @escaping @MainActor @Sendable () -> Void) {
        if isCurrent {
            MainActor.assumeIsolated { body() }
        } else {
            DispatchQueue.main.async { MainActor.assumeIsolated { body() } }
        }
    }
}

/// Stops the program when a method that belongs to the main thread is called elsewhere, and says which.
///
/// The compiler refuses such calls where it checks isolation. An app in Swift 5 mode is not checked: there the original
/// raises ``kGCKThreadException`` (spec/context-and-discovery.md), and a method that went on would race.
func requireMainThread(_ method: StaticString = #function, of type: Any.Type) {
    guard !MainThread.isCurrent else { return }
    preconditionFailure("\(kGCKThreadException): \(type).\(method) was called off the main thread")
}

/// The name of the exception that the original raises for a call off the main thread; here the program stops with it.
public let kGCKThreadException = "GCKThreadException"
