#if !canImport(UIKit)
public import Foundation

/// The device on which the app runs.
@preconcurrency
@MainActor
open class UIDevice: NSObject {
    open class var current: UIDevice { device }
    private static let device = UIDevice()

    open var userInterfaceIdiom: UIUserInterfaceIdiom { UITraitCollection.current.userInterfaceIdiom }
    open var name: String { ProcessInfo.processInfo.hostName }
    open var systemName: String { "Linux" }
    open var systemVersion: String {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return "\(version.majorVersion).\(version.minorVersion)"
    }
    open var model: String { "Computer" }
}
#endif
