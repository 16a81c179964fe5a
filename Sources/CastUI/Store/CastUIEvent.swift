public import CastSender

/// What happened: all that a state changes by.
public enum CastUIEvent: Sendable {
    /// The app is ready; what is to begin by itself begins.
    case launched
    case options(CastUIOptions)
    case surroundings(Surroundings)
    case discoveryStarted
    case discoveryStopped
    case devices([CastDevice])
    case discoveryFailed(DiscoveryState.Problem)
    case session(SessionNews)
    case otherSenders(Bool)
    case volume(VolumeControls?)
    case group(GroupStatus?)
    case media(MediaControls?)
    /// What played until the session was about to end, or lost its connection; where ``media(_:)`` has lost it already.
    case lastMedia(MediaSnapshot)
    case mediaEvent(MediaEvent)
    case queue(MediaQueueContents?)
    /// Whether the app itself waits for answers about the media.
    case otherRequests(Bool)
    case commandEnded(ticket: Int, CastError?)
    case memberLevelEnded(id: String, CastError?)
    /// The instant of ``CastUIState/alarm`` has come.
    case alarm
    case intent(Intent)
}

/// What happened to the session.
public enum SessionNews: Sendable, Equatable {
    case starting(CastDevice)
    /// A person in front of the device is asked.
    case awaitsPerson
    /// Started or resumed.
    case running(CastDevice, applicationName: String?)
    case failedToStart(CastDevice, CastError)
    case suspended
    case ending
    /// nil when it was wanted here.
    case ended(reason: String?)
    case deviceUpdated(CastDevice)
}

extension SessionNews {
    /// What an event of the engine means for widgets; nil when nothing.
    public init?(_ event: SessionEvent) {
        switch event {
        case .willStart(let device): self = .starting(device)
        case .started(let session), .resumed(let session):
            self = .running(session.device, applicationName: session.displayName)
        case .failedToStart(let device, let error): self = .failedToStart(device, error)
        case .willEnd: self = .ending
        case .ended(_, let reason): self = .ended(reason: reason.isIntended ? nil : reason.description)
        case .suspended: self = .suspended
        case .deviceUpdated(let device): self = .deviceUpdated(device)
        case .willResume, .volumeChanged, .statusTextChanged, .inputChanged, .notStored: return nil
        }
    }
}
