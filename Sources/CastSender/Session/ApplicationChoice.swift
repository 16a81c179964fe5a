// SPDX-License-Identifier: Apache-2.0

public import CastWire

/// The application that a session uses.
public enum ApplicationChoice: Sendable, Hashable {
    /// The application with this id, launched unless it is running; an empty id means ``running``.
    case application(String)
    /// The running application with this session id.
    case session(String)
    /// The running application, if it lists all of these namespaces.
    case namespaces([CastNamespace])
    /// Any running application. Never launches one.
    case running
}

extension CastConnection {
    /// Launches or joins the chosen application.
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
