// SPDX-License-Identifier: Apache-2.0

public import CastSender

/// An event. The state changes only as the result of events.
public enum CastUIEvent: Sendable {
    /// The app has launched, and automatic discovery can start.
    case launched
    case options(CastUIOptions)
    case platformState(PlatformState)
    case discoveryStarted
    case discoveryStopped
    case devices([CastDevice])
    case discoveryFailed(DiscoveryState.Problem)
    case session(SessionChange)
    case otherSenders(Bool)
    case volume(VolumeControls?)
    case group(GroupStatus?)
    case media(MediaControls?)
    /// The media status before the session started to end or lost its connection. It is sent if ``media(_:)`` no longer
    /// contains it.
    case lastMedia(MediaSnapshot)
    case mediaEvent(MediaEvent)
    case queue(MediaQueueContents?)
    /// Whether the app has media requests of its own in flight.
    case otherRequests(Bool)
    case commandEnded(ticket: Int, CastError?)
    case memberLevelEnded(id: String, CastError?)
    /// The instant ``CastUIState/nextDeadline`` has been reached.
    case deadlineReached
    case intent(Intent)
}

/// A change of the session.
public enum SessionChange: Sendable, Equatable {
    case starting(CastDevice)
    /// The device asks its user to accept the request.
    case awaitsUser
    /// The session started or resumed.
    case running(CastDevice, applicationName: String?)
    case failedToStart(CastDevice, CastError)
    case suspended
    case ending
    /// The session ended; the reason is nil if this sender ended it.
    case ended(reason: String?)
    case deviceUpdated(CastDevice)
}

extension SessionChange {
    /// Creates the change that corresponds to an event of the engine; nil if the user interface does not use the event.
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

/// An action of the user, or of the app on the user's behalf.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum Intent: Sendable, Hashable {
    case tapCastButton
    case openDialog
    case dismissDialog
    /// Starts a session on the device with this id. If another device is connected, its session ends first.
    case selectDevice(String)
    case cancelConnecting
    case retryConnecting
    case retryDiscovery
    /// Ends the session in the way that the dialog shows.
    case stopCasting
    case openSettings
    case openHelp

    /// Explains the access to the local network, if the system asks for permission.
    case explainNetwork
    case acknowledgeNetworkExplanation
    case dismissNetworkExplanation

    /// Shows the introductory overlay, once; `canPoint` is whether the button is on screen.
    case introduce(canPoint: Bool)
    case dismissIntroduction
    case tapIntroducedButton
    /// Clears the stored flag that the introductory overlay has been shown.
    case clearIntroduction

    case openExpanded
    /// The mini controller was tapped.
    case tapMini
    case collapse
    case closeExpanded
    case beginDrag
    case drag(Double)
    case endDrag
    /// The drag was interrupted: the thumb returns to the playback position, without a seek.
    case cancelDrag
    /// A slot of a bar was tapped, by its index from the left.
    case tapBar(ButtonBar, Int)
    /// A media control was tapped.
    case tap(MediaSlot)
    case seek(to: Double)
    case seekToLive
    case setRate(Double)

    case openTracks
    case selectTab(TrackChoice.Tab)
    /// Selects a track; nil selects no text, or the default audio of the stream.
    case selectTrack(TrackChoice.Tab, Int?)
    case applyTracks
    case cancelTracks

    case setVolume(Double)
    /// Changes the volume by a number of steps; negative numbers decrease it.
    case nudgeVolume(Int)
    /// A volume key of this machine was pressed.
    case volumeKey(Int)
    case toggleMute
    case setMemberVolume(String, Double)
    case toggleMemberMute(String)

    case jumpToItem(Int)
    case removeItem(Int)
    /// Moves an item to an index, which is counted without the item.
    case moveItem(Int, toIndex: Int)
    case clearQueue
    case queueAdded(title: String)
    case upNext(UpNextChoice)

    /// The action for the next item.
    public enum UpNextChoice: Sendable, Hashable {
        /// The next item starts when the current one has ended.
        case wait
        /// The next item starts now.
        case play
        /// The next item does not start; the queue is kept.
        case stop
    }
}
