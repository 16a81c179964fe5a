public import CastWire

/// What a session shall be with.
public enum ApplicationChoice: Sendable, Hashable {
    /// The application with this id, launched unless it runs; an empty id means ``running``.
    case application(String)
    /// This run of an application, which must be there.
    case session(String)
    /// Whatever runs, if it offers all of these.
    case namespaces([CastNamespace])
    /// Whatever runs. Never launches anything.
    case running
}
