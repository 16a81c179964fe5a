/// What became of the session that an earlier process left.
public enum StoredSession: Sendable {
    /// There is no record.
    case none
    /// There is a record that is not used; it was removed, unless its place cannot be reached.
    case unusable(SessionStoreError)
    /// The session goes on.
    case resumed(CastSession)
    /// The session could not go on, for this reason; its record was removed.
    case ended(SessionInformation, SessionEndReason)
}
