// SPDX-License-Identifier: Apache-2.0

public import CastWire

/// The state of a device that can be restored later: the application, its media or queue with the position, and the
/// volume.
///
/// Create one with ``CastConnection/captureState()`` and apply it with ``CastConnection/restore(_:timeout:)``. ``text``
/// is its form for files.
public struct DeviceState: Sendable, Hashable {
    /// An application.
    public struct Application: Sendable, Hashable {
        /// The id of the application.
        public var id: String
        /// The name to display; empty if the device does not report one.
        public var name: String

        /// Creates an application.
        public init(id: String, name: String = "") {
            self.id = id
            self.name = name
        }
    }

    /// The volume of the device.
    public struct Volume: Sendable, Hashable {
        /// The level, 0…1.
        public var level: Double
        /// Whether the device is muted.
        public var isMuted: Bool

        /// Creates a volume.
        public init(level: Double, isMuted: Bool = false) {
            self.level = level
            self.isMuted = isMuted
        }
    }

    /// The current media and how it plays.
    public struct Playback: Sendable, Hashable {
        /// The current media.
        public var media: MediaInformation
        /// The position in seconds; nil for a live stream, which continues at its live edge.
        public var position: Double?
        /// Whether playback is paused.
        public var isPaused: Bool
        /// The playback rate; 1 is normal speed.
        public var rate: Double
        /// The ids of the active tracks; nil if the device does not report them.
        public var activeTrackIDs: [Int]?
        /// The queue that the media belongs to; nil for a single item.
        public var queue: Queue?

        /// Creates a playback.
        public init(
            media: MediaInformation,
            position: Double? = nil,
            isPaused: Bool = false,
            rate: Double = 1,
            activeTrackIDs: [Int]? = nil,
            queue: Queue? = nil
        ) {
            self.media = media
            self.position = position
            self.isPaused = isPaused
            self.rate = rate
            self.activeTrackIDs = activeTrackIDs
            self.queue = queue
        }
    }

    /// A queue with all items that the device described.
    public struct Queue: Sendable, Hashable {
        /// The items in order, each with its media and without its id.
        public var items: [QueueItem]
        /// The index of the current item in ``items``.
        public var currentIndex: Int
        /// The behavior at the end of the queue.
        public var repeatMode: RepeatMode
        /// The name, type and other properties of the queue, without its items.
        public var properties: QueueData
        /// The number of items that are not in ``items``, because the device did not describe them.
        public var omittedItems: Int

        /// Creates a queue.
        public init(
            items: [QueueItem],
            currentIndex: Int,
            repeatMode: RepeatMode = .off,
            properties: QueueData = QueueData(),
            omittedItems: Int = 0
        ) {
            self.items = items
            self.currentIndex = currentIndex
            self.repeatMode = repeatMode
            self.properties = properties
            self.omittedItems = omittedItems
        }
    }

    /// The id of the device.
    public var deviceID: String
    /// The name of the device.
    public var deviceName: String
    /// The time at which the state was captured, in seconds since 1970.
    public var capturedAt: Double
    /// The running application; nil if the device showed its idle screen.
    public var application: Application?
    /// The media; nil if none was loaded, or if the application does not report it to other senders.
    public var playback: Playback?
    /// The volume; nil if the device does not report it.
    public var volume: Volume?

    /// Creates a state.
    public init(
        deviceID: String,
        deviceName: String,
        capturedAt: Double,
        application: Application? = nil,
        playback: Playback? = nil,
        volume: Volume? = nil
    ) {
        self.deviceID = deviceID
        self.deviceName = deviceName
        self.capturedAt = capturedAt
        self.application = application
        self.playback = playback
        self.volume = volume
    }
}

extension DeviceState {
    /// Something that is not restored, for users.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Note: Sendable, Hashable {
        /// The application does not load its media from a URL. Only the application is launched.
        case mediaNotRestorable(application: String)
        /// The application was launched, but rejected its media.
        case mediaRejected(application: String, reason: String)
        /// The media is a live stream, which continues at its live edge.
        case liveStream
        /// The media is served by this machine, so it is available only while the process that serves it runs.
        case servedByThisMachine(url: String)
        /// The device did not describe this number of items of the queue.
        case itemsOmitted(Int)
        /// The device does not allow senders to change its volume.
        case volumeFixed
    }

    /// What ``CastConnection/restore(_:timeout:)`` cannot restore, as far as the state shows it.
    ///
    /// - Parameter localAddress: The address of this machine on the network of the device, as in
    ///   ``CastConnection/localAddress``, to find media that this machine serves; nil to skip this check.
    public func limitations(localAddress: String? = nil) -> [Note] {
        guard let playback else { return [] }
        guard loadsByURL else { return [.mediaNotRestorable(application: applicationName)] }
        var notes: [Note] = []
        if playback.position == nil { notes.append(.liveStream) }
        if let queue = playback.queue, queue.omittedItems > 0 { notes.append(.itemsOmitted(queue.omittedItems)) }
        let items = [playback.media] + (playback.queue?.items.compactMap(\.media) ?? [])
        let served = items.lazy.compactMap(\.playedURL).first { url in
            localAddress.map { Self.isServed(url, from: $0) } ?? false
        }
        if let served { notes.append(.servedByThisMachine(url: served)) }
        return notes
    }

    /// Whether the media can be loaded by its URL. The default media receiver has no other way.
    var loadsByURL: Bool {
        guard let application, let playback else { return false }
        if application.id == ApplicationStatus.defaultMediaReceiverID { return true }
        let url = playback.media.playedURL?.lowercased() ?? ""
        return url.hasPrefix("http://") || url.hasPrefix("https://")
    }

    /// The name of the application, or its id.
    var applicationName: String {
        guard let application else { return "" }
        return application.name.isEmpty ? application.id : application.name
    }

    private static func isServed(_ url: String, from address: String) -> Bool {
        let lowered = url.lowercased()
        guard let scheme = lowered.firstRange(of: "://") else { return false }
        let authority = lowered[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let host: Substring
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            host = authority[authority.index(after: authority.startIndex)..<end]
        } else {
            host = authority.prefix { $0 != ":" }
        }
        // The zone of an IPv6 address is not part of a URL.
        let local = address.lowercased().filter { $0 != "[" && $0 != "]" }.prefix { $0 != "%" }
        return host == local || host == "localhost" || host == "127.0.0.1" || host == "::1"
    }
}

extension DeviceState.Note: CustomStringConvertible {
    public var description: String {
        switch self {
        case .mediaNotRestorable(let application):
            "\(application) does not load media from a URL, so only the app is restored, not its media"
        case .mediaRejected(let application, let reason):
            "\(application) was launched, but its media was not restored: \(reason)"
        case .liveStream: "the media is a live stream, which continues at its live edge"
        case .servedByThisMachine(let url):
            "\(url) is served by a process on this machine, so it can be restored only while that process runs"
        case .itemsOmitted(let count):
            "the device did not describe \(count) item\(count == 1 ? "" : "s") of the queue, which are not restored"
        case .volumeFixed: "the volume of the device cannot be changed"
        }
    }
}
