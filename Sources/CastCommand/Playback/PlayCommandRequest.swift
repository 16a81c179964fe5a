// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
public import CastMedia
import CastSender

/// The items and options of a `cast play` command.
struct PlayCommandRequest: Sendable {
    /// The items to play. With ``resumes``, a placeholder for the current media.
    var items: [PlayItem]
    /// Whether to continue the session of an earlier command without loading media.
    var resumes = false
    /// The change of the volume before playback.
    var volume: VolumeChange?
    /// Whether the command waits for the end of playback; false to exit as soon as playback starts.
    var waits = true
    /// How long each picture is shown; nil to show pictures until a sender or the device continues.
    var pictureTime: Duration?
    /// Whether the list starts again after its end.
    var repeats = false
    /// The index of the item to start with.
    var startIndex = 0
    /// The position in seconds at which this item starts; nil for the start time of its options.
    var startPosition: Double?
    /// The list whose progress is recorded; nil if it is not recorded.
    var recordedList: RecordedList?
    /// The position at which playback stops, in seconds.
    var until: Double?
    /// The time limit from loading an item until it plays.
    var startTimeout: Duration
    /// How long to try to reconnect after the connection is lost.
    var reconnectWindow = Duration.seconds(180)
    /// The devices to which playback moves when they are turned on, by name or ID; empty for all, nil to stay.
    var follows: [String]?
    /// The ports for serving local files; nil for any free port.
    var mediaPorts: PortRange?
    var finder: DeviceFinder
    /// The store of the session record for `cast play --resume`; nil for none.
    var store: (any SessionStore)?

    /// The options of the session manager.
    var sessionOptions: SessionManagerOptions {
        var options = SessionManagerOptions()
        options.connection = finder.options
        options.reconnect.window = reconnectWindow
        return options
    }
}

/// A list whose progress `cast play` records.
struct RecordedList: Sendable {
    var progress: ListProgress
    /// The number of items of the list that precede the items to play.
    var offset = 0
    var file: ListProgressFile
}

/// An item to play.
struct PlayItem: Hashable, Sendable {
    var source: CastSource
    var options = MediaItem.Options()
    /// Whether the media is looked up when the item is played, so that it cannot be sent with a queue.
    var isLookedUpLate = false

    var title: String { options.title ?? source.title }

    /// Whether this process serves or relays the media.
    var isServed: Bool { source.isServed(options) }
}

extension CastSource: ExpressibleByArgument {
    /// A dash is the standard input, as in other tools; a file of that name is `./-`.
    public init?(argument: String) {
        if argument == "-" { self = .live(.standardInput) } else { self.init(argument) }
    }
    public static var defaultCompletionKind: CompletionKind { .file() }
}

/// The app on a device that plays the items of a command.
struct PlaybackTarget: Sendable {
    var session: CastSession
    /// The manager that resumes the session after its connection is lost.
    var manager: SessionManager
    /// Whether this command launched the app and therefore stops it.
    var isOwner: Bool

    /// The current connection, which is replaced after each loss.
    var connection: CastConnection { session.connection }

    var device: DeviceDescription { DeviceDescription(session.device) }

    /// Stops playback: the app if this command launched it, else only the media.
    func stop() async throws {
        if isOwner {
            try await session.stop()
        } else {
            try await session.media.stop()
        }
    }
}
