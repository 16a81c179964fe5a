package import Logging

/// What part of the engine a message of its log tells of. Messages carry it as metadata, so that whoever takes the log can
/// choose by it before a message is put together.
package enum LogComponent: String, Sendable, CaseIterable {
    /// Looking for devices.
    case discovery
    /// Sockets, TLS, authentication, the platform of a device.
    case connection
    /// Messages as they travel.
    case channel

    package static let metadataKey = "cast-component"
}

extension Logger {
    /// The same log for one part of the engine.
    package func telling(of component: LogComponent) -> Logger {
        var logger = self
        logger[metadataKey: LogComponent.metadataKey] = "\(component.rawValue)"
        return logger
    }
}
