#if !canImport(UIKit)
public import Foundation

/// One of an app's interfaces.
@preconcurrency
@MainActor
open class UIScene: UIResponder {
    /// How far a scene is from being used.
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive = 0
        case foregroundInactive = 1
        case background = 2
    }

    open var activationState: UIScene.ActivationState { .foregroundActive }
    open var title: String!
    open override var next: UIResponder? { UIApplication.shared }

    public static let didActivateNotification = NSNotification.Name("UISceneDidActivateNotification")
    public static let willDeactivateNotification = NSNotification.Name("UISceneWillDeactivateNotification")
}
#endif
