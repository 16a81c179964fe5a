// SPDX-License-Identifier: Apache-2.0

#if !canImport(ObjectiveC)
import Foundation

// With the Objective-C runtime, listeners and delegates need not implement a method, and calls go through a structure that
// knows the defaults (`Generated/ObjectiveCProtocols.swift`). Elsewhere, every object has all methods of its protocols.

extension NSObjectProtocol {
    /// All methods of a listener or delegate.
    var implemented: Self { self }

    /// The listener or delegate of ``implemented``.
    var recipient: Self { self }
}

typealias GCKCastDeviceStatusListenerMethods = any GCKCastDeviceStatusListener
@available(*, deprecated, message: "Use GCKSessionManagerListener.")
typealias GCKDeviceManagerDelegateMethods = any GCKDeviceManagerDelegate
@available(*, deprecated, message: "Use GCKDiscoveryManagerListener.")
typealias GCKDeviceScannerListenerMethods = any GCKDeviceScannerListener
typealias GCKDiscoveryManagerListenerMethods = any GCKDiscoveryManagerListener
typealias GCKGenericChannelDelegateMethods = any GCKGenericChannelDelegate
typealias GCKLoggerDelegateMethods = any GCKLoggerDelegate
@available(*, deprecated, message: "Use GCKRemoteMediaClientListener.")
typealias GCKMediaControlChannelDelegateMethods = any GCKMediaControlChannelDelegate
typealias GCKMediaQueueDelegateMethods = any GCKMediaQueueDelegate
typealias GCKRemoteMediaClientAdInfoParserDelegateMethods = any GCKRemoteMediaClientAdInfoParserDelegate
typealias GCKRemoteMediaClientListenerMethods = any GCKRemoteMediaClientListener
typealias GCKRequestDelegateMethods = any GCKRequestDelegate
typealias GCKSessionManagerListenerMethods = any GCKSessionManagerListener
typealias GCKUICastButtonDelegateMethods = any GCKUICastButtonDelegate
typealias GCKUIMediaControllerDelegateMethods = any GCKUIMediaControllerDelegate
#endif
