public import Foundation

// Constants of the control plane. Where the original's value is not public, an app compares through the symbol.

/// The application id of the receiver that plays media without an application of one's own.
public let kGCKDefaultMediaReceiverApplicationID: String = "CC1AD845"

/// What stands for a request that was not sent. Requests have numbers above 0.
public let kGCKInvalidRequestID: Int = 0

/// A request's number.
public typealias GCKRequestID = Int

/// The category of Cast devices, beside which an app may bring devices of categories of its own.
public let kGCKCastDeviceCategory: String = "cast"

/// The name of the property that says whether there are devices, for observing it.
public let kGCKKeyHasDiscoveredDevices: String = "hasDiscoveredDevices"

/// The name of the property that says how far a connection is, for observing it.
public let kGCKKeyConnectionState: String = "connectionState"

/// The key of the state, as an `NSNumber`, in a notification about it.
public let kGCKNotificationKeyCastState: String = "castState"

/// The type of credentials that come with a load that was begun by voice or from the cloud.
public let kGCKCredentialsTypeCloud: String = "cloud"

extension NSNotification.Name {
    /// The context's state has changed; ``kGCKNotificationKeyCastState`` has the new one.
    public static let gckCastStateDidChange = NSNotification.Name("gckCastStateDidChange")
    /// The expanded media controls were asked for.
    public static let gckExpandedMediaControlsTriggered = NSNotification.Name("gckExpandedMediaControlsTriggered")
    /// The Cast dialog is about to be shown.
    public static let gckuiCastDialogWillShow = NSNotification.Name("gckuiCastDialogWillShow")
    /// The Cast dialog was hidden.
    public static let gckuiCastDialogDidHide = NSNotification.Name("gckuiCastDialogDidHide")
    /// ``gckuiCastDialogWillShow`` as some versions of the original spell it.
    public static let gckUICastDialogWillShow = gckuiCastDialogWillShow
    /// ``gckuiCastDialogDidHide`` as some versions of the original spell it.
    public static let gckUICastDialogDidHide = gckuiCastDialogDidHide
}
