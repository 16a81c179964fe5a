/// Keeps a browse with a callback going. The browse ends with ``cancel()`` or when the last reference goes.
public final class ServiceBrowseHandle: Sendable {
    private let onCancel: @Sendable () -> Void

    init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    deinit {
        onCancel()
    }

    /// Stops the questions and the callbacks. Calling it again does nothing.
    public func cancel() {
        onCancel()
    }
}
