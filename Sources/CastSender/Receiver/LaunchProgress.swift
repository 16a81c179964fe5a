/// What happens between asking for an application and talking to it.
public enum LaunchProgress: Sendable, Hashable {
    /// The device asks a person in front of it whether this is allowed. It may take five minutes.
    case awaitingAuthorization
    /// It was allowed, by a person or by the device's settings.
    case authorized
    /// The application with this name is on the screen and still loading.
    case starting(String)
}
