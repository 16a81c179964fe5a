import CastUI

/// Ends with the object that holds it.
final class WidgetObservation: Sendable {
    private let end: @MainActor @Sendable () -> Void

    init(_ end: @escaping @MainActor @Sendable () -> Void) { self.end = end }

    deinit {
        let end = end
        Task { @MainActor in end() }
    }
}

extension ContextWidgets {
    /// Tells of the state now and after each change, for as long as the result lives.
    func observing(_ body: @escaping @MainActor (CastUIState) -> Void) -> WidgetObservation {
        let observer = store.observe(body)
        return WidgetObservation { [weak store] in store?.removeObserver(observer) }
    }

    /// Tells of each status of the media, when the store has taken it, for as long as the result lives.
    func observingMedia(_ body: @escaping @MainActor (GCKMediaStatus?) -> Void) -> WidgetObservation {
        let observer = observeMedia(body)
        return WidgetObservation { [weak self] in self?.removeMediaObserver(observer) }
    }
}
