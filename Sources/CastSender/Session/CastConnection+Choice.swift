import CastWire

extension CastConnection {
    /// Launches or joins what was chosen.
    func session(
        with choice: ApplicationChoice,
        options: LaunchOptions,
        onProgress: (@Sendable (LaunchProgress) -> Void)?
    ) async throws(CastError) -> CastSession {
        switch choice {
        case .application(""), .running: return try await joinRunningApp()
        case .application(let appID): return try await launch(appID, options: options, onProgress: onProgress)
        case .session(let sessionID): return try await join(sessionID: sessionID)
        case .namespaces(let namespaces):
            if let running = status.runningApplication, !Set(namespaces).isSubset(of: running.namespaces) {
                throw CastError.missing(namespaces, in: running, device: device.friendlyName)
            }
            return try await joinRunningApp(namespaces: namespaces)
        }
    }
}
