package import CastWire

/// The page of a running app, shown in a frame of the device's page.
///
/// The frame belongs to one session: the device's page removes it when the session ends, however it ends, and makes a
/// new one for the next session of the same app.
package struct ScreenAppPage: Sendable, Hashable {
    /// The address of the app's page; `http` or `https`.
    package var url: String
    /// The session of the app.
    package var sessionID: String

    package init(url: String, sessionID: String) {
        self.url = url
        self.sessionID = sessionID
    }

    package var json: JSONValue {
        ["url": .string(url), "session": .string(sessionID)]
    }
}
