import CastUI

// Who observes is not kept alive by it, and needs not say when it goes: what is told of next finds it gone.

extension ContextWidgets {
    /// Tells of the state now and after each change, for as long as the observer lives.
    func observe<Observer: AnyObject>(
        _ observer: Observer,
        _ body: @escaping @MainActor (Observer, CastUIState) -> Void
    ) {
        let place = ObserverPlace()
        place.number = store.observe { [weak observer, weak store] state in
            if let observer {
                body(observer, state)
            } else if let number = place.number {
                store?.removeObserver(number)
            }
        }
    }

    /// Tells of each status of the media, when the store has taken it, for as long as the observer lives; nil when nothing
    /// is loaded any more.
    func observeMedia<Observer: AnyObject>(
        _ observer: Observer,
        _ body: @escaping @MainActor (Observer, GCKMediaStatus?) -> Void
    ) {
        addMediaObserver { [weak observer] status in
            guard let observer else { return false }
            body(observer, status)
            return true
        }
    }
}

/// Which observer of the store it is.
@MainActor
private final class ObserverPlace {
    var number: Int?
}
