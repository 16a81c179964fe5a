/// A bar whose buttons the app may choose.
public enum ButtonBar: Sendable, Hashable {
    /// Three places.
    case mini
    /// Four places around a fixed central button.
    case expanded
}
