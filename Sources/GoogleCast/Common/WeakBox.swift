/// A weak reference that can be made before the object it refers to.
@MainActor
final class WeakBox<Object: AnyObject> {
    weak var value: Object?
}
