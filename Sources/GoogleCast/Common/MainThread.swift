/// Stops the program when a method that belongs to the main thread is called elsewhere, and says which.
///
/// The compiler refuses such calls where it checks isolation. An app in Swift 5 mode is not checked: there the original
/// raises ``kGCKThreadException`` (spec/context-and-discovery.md), and a method that went on would race.
func requireMainThread(_ method: StaticString = #function, of type: Any.Type) {
    guard !Thread.isMainThread else { return }
    preconditionFailure("\(kGCKThreadException): \(type).\(method) was called off the main thread")
}

/// The name of the exception that the original raises for a call off the main thread; here the program stops with it.
public let kGCKThreadException = "GCKThreadException"
