// SPDX-License-Identifier: Apache-2.0

public import Foundation

// Some values of the original framework are not public, so apps must compare with the constants.

/// The application ID of the Default Media Receiver.
public let kGCKDefaultMediaReceiverApplicationID: String = "CC1AD845"

/// The application ID of the Default Media Receiver. The former name of ``kGCKDefaultMediaReceiverApplicationID``.
@available(*, deprecated, renamed: "kGCKDefaultMediaReceiverApplicationID")
public let kGCKMediaDefaultReceiverApplicationID: String = kGCKDefaultMediaReceiverApplicationID

/// A request ID that no request has. The IDs of requests are greater than 0.
public let kGCKInvalidRequestID: Int = 0

/// The ID of a request.
public typealias GCKRequestID = Int

/// The category of Cast devices. An app can add device providers for other categories.
public let kGCKCastDeviceCategory: String = "cast"

/// The key path for observing whether devices were discovered.
public let kGCKKeyHasDiscoveredDevices: String = "hasDiscoveredDevices"

/// The key path for observing a session's connection state.
public let kGCKKeyConnectionState: String = "connectionState"

/// The `userInfo` key of the Cast state, an `NSNumber`, in `NSNotification.Name.gckCastStateDidChange`.
public let kGCKNotificationKeyCastState: String = "castState"

/// The credentials type of a load that was started by voice or from the cloud.
public let kGCKCredentialsTypeCloud: String = "cloud"

extension NSNotification.Name {
    /// Posted when the Cast state of the context changes. ``kGCKNotificationKeyCastState`` contains the new state.
    public static let gckCastStateDidChange = NSNotification.Name("gckCastStateDidChange")
    /// Posted when the user taps the mini controller and the app handles the expanded controls.
    public static let gckExpandedMediaControlsTriggered = NSNotification.Name("gckExpandedMediaControlsTriggered")
    /// Posted before the Cast dialog is shown.
    public static let gckuiCastDialogWillShow = NSNotification.Name("gckuiCastDialogWillShow")
    /// Posted after the Cast dialog was hidden.
    public static let gckuiCastDialogDidHide = NSNotification.Name("gckuiCastDialogDidHide")
    /// The spelling of ``gckuiCastDialogWillShow`` in some versions of the original framework.
    public static let gckUICastDialogWillShow = gckuiCastDialogWillShow
    /// The spelling of ``gckuiCastDialogDidHide`` in some versions of the original framework.
    public static let gckUICastDialogDidHide = gckuiCastDialogDidHide
}

// The version of the original framework whose API this module provides.

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The major version.
public let GCK_VERSION_MAJOR: Int32 = 4
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The minor version.
public let GCK_VERSION_MINOR: Int32 = 8
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The patch version.
public let GCK_VERSION_FIX: Int32 = 3

/// The version, followed by `.0`. The original framework has its build number there, which distinguishes the two.
public let kGCKFrameworkVersion: String = "\(GCK_VERSION_MAJOR).\(GCK_VERSION_MINOR).\(GCK_VERSION_FIX).0"
