import GoogleCast

/// An app that creates the context at launch and prints the framework's log messages.
class AppDelegate: UIResponder, UIApplicationDelegate, GCKLoggerDelegate {
    var window: UIWindow?

    func applicationDidFinishLaunching(_ application: UIApplication) {
        let receiver = kGCKDefaultMediaReceiverApplicationID
        GCKCastContext.setSharedInstanceWith(
            GCKCastOptions(discoveryCriteria: GCKDiscoveryCriteria(applicationID: receiver))
        )
        GCKLogger.sharedInstance().delegate = self
    }

    func logMessage(_ message: String, at level: GCKLoggerLevel, fromFunction function: String, location: String) {
        print("\(function) - \(message)")
    }

    /// Logs messages of every level.
    func everything() {
        let filter = GCKLoggerFilter()
        filter.minimumLevel = .verbose
        GCKLogger.sharedInstance().filter = filter
    }

    /// Logs messages of every level, of sessions and of the cast button only.
    func someClasses() {
        let filter = GCKLoggerFilter()
        filter.setLoggingLevel(.verbose, forClasses: ["GCKUICastButton", "GCK*Session"])
        GCKLogger.sharedInstance().filter = filter
    }
}
