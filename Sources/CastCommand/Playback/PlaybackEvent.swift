// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastTransport
import CastWire

/// An event during playback: from the device, the user or the system, in order of arrival.
enum PlaybackEvent: Sendable {
    /// The device was found and is being connected.
    case found(CastDevice)
    /// The device asks its user to allow the launch.
    case awaitsUser(CastDevice)
    case connected(PlaybackTarget)
    /// Joined the session of an earlier command.
    case resumed(EarlierPlayback)
    case connectFailed(CommandFailure)
    case serverFailed(CommandFailure)
    /// The device accepted the load of the item at this index.
    case loaded(Int, MediaSnapshot)
    /// The item at this index could not be prepared, so that the device did not get to know it.
    case notPrepared(Int, CommandFailure)
    /// The device rejected the load of the item at this index.
    case loadFailed(Int, CommandFailure)
    /// The device accepted the list from this index on as its queue, each item with this content ID.
    case queueLoaded(Int, contentIDs: [String?], MediaSnapshot)
    /// The device added items to its queue, with these content IDs by index, in this media session.
    case queueExtended([Int: String], mediaSessionID: Int?)
    /// The device rejected the queue that begins with the item at this index.
    case queueRefused(Int)
    /// The item at this index was left out of the queue.
    case itemOmitted(Int, CommandFailure)
    /// The queue did not start to play.
    case queueFailed(CommandFailure)
    /// The device could not move to another item of its queue.
    case skipFailed(by: Int)
    /// The device accepted the load, but the media did not play.
    case playbackFailed(Int, CommandFailure)
    case media(MediaSnapshot?)
    case mediaEvent(MediaEvent)
    case sessionEnded(SessionEndReason)
    case session(SessionEvent)
    /// The devices on the network, if playback follows the user.
    case devices([CastDevice])
    /// Playback could not be moved to this device.
    case moveFailed(CastDevice, CommandFailure)
    /// A time limit was reached.
    case fetchOverdue(Int)
    case reasonOverdue
    /// The time of the picture with this timer is over.
    case slideOverdue(Int)
    /// The progress of the list should be recorded.
    case recordDue
    /// The delay of subtitles takes effect, unless another key followed the one with this revision.
    case subtitlesDelayDue(Int)
    case key(Key)
    case signal(ProcessSignals.Event)
    case tick
}

/// An effect that ``PlaybackMachine`` requests from its driver.
enum PlaybackAction: Hashable, Sendable {
    /// Load the item at this index of the list.
    case load(Int)
    /// Load the list from this index on as the device's queue.
    case loadQueue(Int)
    /// Move by this number of items in the device's queue; negative to move back.
    case skip(Int)
    /// Stop the media, and the app if this command launched it.
    case stop
    /// The media ended with an error, whose details follow in another message. Report when they are overdue.
    case awaitReason
    /// The media ended without a reason, which follows in another message. Report when it is overdue.
    case awaitEnd
    /// Report when the time of a picture is over, as the timer with this number.
    case timeSlide(Int)
    /// Prepare the item at this index, because it follows soon.
    case prefetch(Int)
    /// Report a change on the terminal, as a line, or as an event for scripts.
    case report(PlaybackReport)
    /// Finish with this outcome. No action follows.
    case finish(PlaybackOutcome)
}

/// A step from discovery to playback. Each occurs once.
enum PlaybackStep: Hashable, Sendable {
    case found(name: String, endpoint: CastEndpoint)
    case connected(localAddress: String)
    /// The receiver app is running; `isNew` is false if it was already running.
    case launched(app: String, isNew: Bool)
    case loaded(url: String)
    case playing
}

extension PlaybackStep: CustomStringConvertible {
    var description: String {
        switch self {
        case .found(let name, let endpoint): "found \(name) at \(endpoint)"
        case .connected(let address): "connected over TLS, from \(address)"
        case .launched(let app, isNew: true): "launched \(app)"
        case .launched(let app, isNew: false): "joined \(app), which was already running"
        case .loaded(let url): "loaded \(url)"
        case .playing: "playing"
        }
    }
}

/// A change during playback that is reported to the user and to scripts.
enum PlaybackReport: Hashable, Sendable {
    /// The item at this index is being loaded on the device.
    case loading(Int)
    /// The player's state changed.
    case state(PlaybackStatus)
    case itemFinished(Int)
    case itemFailed(Int, CommandFailure)
    /// The user holds the slide show, or continues it.
    case held(Bool)
    /// The device has not requested the file that is served to it.
    case notFetched
}
