import NIOConcurrencyHelpers

/// The way to a running app from other threads and tasks.
public struct ApplicationInbox: Sendable {
    /// How much may wait.
    static let limit = 256

    private let waiting: NIOLockedValueBox<Int>
    private let deliver: @Sendable (any Sendable, NIOLockedValueBox<Int>) -> Void

    /// - Parameter deliver: Takes the value to the device's event loop and counts it off there.
    init(deliver: @escaping @Sendable (any Sendable, NIOLockedValueBox<Int>) -> Void) {
        waiting = NIOLockedValueBox(0)
        self.deliver = deliver
    }

    /// Has ``ReceiverApplication/posted(_:context:)`` called with the value, on the device's event loop.
    ///
    /// - Returns: False when 256 values wait already, and this one was let go. A value for an app that has ended
    ///   meanwhile disappears.
    @discardableResult
    public func post(_ value: any Sendable) -> Bool {
        let isTaken = waiting.withLockedValue { count in
            guard count < Self.limit else { return false }
            count += 1
            return true
        }
        if isTaken { deliver(value, waiting) }
        return isTaken
    }
}
