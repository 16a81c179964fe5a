// SPDX-License-Identifier: Apache-2.0

public import CastSender

extension GCKCastSession {
    /// The session of the async API, which shares connection, media and state with this object. Nil before the session
    /// has started and after it has ended. An addition to the original API.
    ///
    /// An app that imports `Cast` as well casts files with it: `try await session.castSession?.cast(.file(url))`. The
    /// `GCKRemoteMediaClient` and the widgets follow and control that media like any other.
    public var castSession: CastSession? {
        requireMainThread(of: GCKCastSession.self)
        return engine
    }
}
