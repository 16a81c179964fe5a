// SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
public import Foundation

// Members of the original framework that Swift imports in another form, which it cannot export: class methods that become
// initializers, an error pointer that becomes an empty parameter, and a property that is named after its getter.

extension GCKError {
    /// Creates an error with a code.
    @available(swift, obsoleted: 5.0, message: "Use init(code:).")
    @objc(errorWithCode:)
    public class func error(with code: GCKErrorCode) -> GCKError { GCKError(code: code) }

    /// Creates an error with custom data from the receiver application.
    @available(swift, obsoleted: 5.0, message: "Use init(code:customData:).")
    @objc(errorWithCode:customData:)
    public class func error(with code: GCKErrorCode, customData: Any?) -> GCKError {
        GCKError(code: code, customData: customData)
    }
}

@available(*, deprecated, message: "Use GCKDiscoveryCriteria.")
extension GCKFilterCriteria {
    /// Creates criteria for devices that can launch an application, whether or not it is running.
    @available(swift, obsoleted: 5.0, message: "Use init(forAvailableApplicationWithID:).")
    @objc(criteriaForAvailableApplicationWithID:)
    public class func criteria(forAvailableApplicationWithID applicationID: String) -> GCKFilterCriteria {
        GCKFilterCriteria(forAvailableApplicationWithID: applicationID)
    }

    /// Creates criteria for devices whose running application supports all of these namespaces.
    @available(swift, obsoleted: 5.0, message: "Use init(forRunningApplicationWithSupportedNamespaces:).")
    @objc(criteriaForRunningApplicationWithSupportedNamespaces:)
    public class func criteria(forRunningApplicationWithSupportedNamespaces namespaces: [String]) -> GCKFilterCriteria {
        GCKFilterCriteria(forRunningApplicationWithSupportedNamespaces: namespaces)
    }

    /// Creates criteria for devices whose running application supports all of these namespaces. The application ID is
    /// ignored.
    @available(swift, obsoleted: 5.0, message: "Use init(forRunningApplicationWithSupportedNamespaces:).")
    @objc(criteriaForRunningApplicationWithID:supportedNamespaces:)
    public class func criteria(
        forRunningApplicationWithID applicationID: String,
        supportedNamespaces: [String]
    ) -> GCKFilterCriteria {
        GCKFilterCriteria(forRunningApplicationWithSupportedNamespaces: supportedNamespaces)
    }
}

extension GCKJSONUtils {
    /// Parses a JSON array or object.
    @available(swift, obsoleted: 5.0, message: "Use parseJSON(_:error:).")
    @objc(parseJSON:error:)
    public class func parse(_ json: String) throws -> Any { try parseJSON(json, error: ()) }
}

extension GCKNetworkAddress {
    /// Creates an IPv4 address from text.
    @available(swift, obsoleted: 5.0, message: "Use init(iPv4Address:).")
    @objc(addressWithIPv4Address:)
    public class func address(withIPv4Address ipAddress: String) -> GCKNetworkAddress {
        GCKNetworkAddress(iPv4Address: ipAddress)
    }

    /// Creates an IPv6 address from text.
    @available(swift, obsoleted: 5.0, message: "Use init(iPv6Address:).")
    @objc(addressWithIPv6Address:)
    public class func address(withIPv6Address ipAddress: String) -> GCKNetworkAddress {
        GCKNetworkAddress(iPv6Address: ipAddress)
    }

    /// Creates an address from the path of a local socket.
    @available(swift, obsoleted: 5.0, message: "Use init(ipcPath:).")
    @objc(addressWithIPCPath:)
    public class func address(withIPCPath path: String) -> GCKNetworkAddress { GCKNetworkAddress(ipcPath: path) }
}

extension GCKOpenURLOptions {
    /// Creates options from a URL; nil if it has none.
    @available(swift, obsoleted: 5.0, message: "Use init(from:).")
    @objc(openURLOptionsFromURL:)
    public class func options(from url: URL) -> GCKOpenURLOptions? { GCKOpenURLOptions(from: url) }
}

extension GCKRemoteMediaClient {
    /// Whether a live stream is loaded and hasn't ended.
    @available(swift, obsoleted: 5.0, message: "Use isPlayingLiveStream.")
    @objc public var playingLiveStream: Bool { isPlayingLiveStream }
}
#endif
