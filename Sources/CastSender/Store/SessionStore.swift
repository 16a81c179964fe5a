/// Where the record of the session is kept, so that another process can go on with it.
///
/// At most one record. A manager makes its calls one after the other.
public protocol SessionStore: Sendable {
    /// The record, or nil when there is none.
    ///
    /// - Throws: ``SessionStoreError`` when there is something that is no record.
    func load() async throws(SessionStoreError) -> SessionRecord?

    /// Replaces the record.
    func save(_ record: SessionRecord) async throws(SessionStoreError)

    /// Removes the record; there may be none.
    func remove() async throws(SessionStoreError)
}
