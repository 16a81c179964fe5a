/// A place in the tree of styles. What is unset at one is taken from the one above.
public enum StyleNode: String, Sendable, Hashable, CaseIterable {
    case castViews
    case deviceControl, deviceChooser, connection, connectionNavigation, connectionToolbar, noDevices
    case mediaControl, expanded, mini, trackSelector
    case instructions

    /// Nil for the root.
    public var parent: StyleNode? {
        switch self {
        case .castViews: nil
        case .deviceControl, .mediaControl, .instructions: .castViews
        case .deviceChooser, .connection, .noDevices: .deviceControl
        case .connectionNavigation, .connectionToolbar: .connection
        case .expanded, .mini, .trackSelector: .mediaControl
        }
    }
}
