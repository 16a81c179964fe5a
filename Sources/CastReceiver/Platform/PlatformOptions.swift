// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The configuration of a ``ReceiverPlatform``.
struct PlatformOptions: Sendable {
    /// What the status lists while no app is cast.
    enum IdleScreen: Sendable, Hashable {
        /// The Backdrop app, as on devices with a screen.
        case backdrop
        /// No app: the `applications` key is omitted, as on speakers and on current firmware.
        case noApplication
        /// The app of a member of a group that plays on another device.
        case follower
    }

    /// The capabilities of a Chromecast, without the bits that no public source names: 4101.
    static let videoDevice: DeviceCapabilities = [.videoOut, .audioOut, .attenuationOrFixedVolume]

    /// The capabilities of a group's endpoint, which consists of speakers.
    static let group: DeviceCapabilities = [.audioOut, .multizoneGroup, .masterOrFixedVolume]

    /// The properties that the device reports.
    var description: ReceiverDescription
    var capabilities: DeviceCapabilities
    /// The value of the TXT key `rm`: 16 hexadecimal digits.
    var receiverMetricsID: String
    /// The value of the TXT key `bs`: 12 hexadecimal digits.
    var bootstrapAddress: String
    var catalog: ApplicationCatalog
    var volume: DeviceVolume
    var idleScreen: IdleScreen
    /// The maximum number of virtual connections of a socket. Default 64.
    var connectionLimitPerSocket: Int
    /// The maximum number of senders connected to an app. Default 256.
    var senderLimit: Int
    var rules: ApplicationRules
    /// Whether the device sends the members of its group to each sender that connects, as real devices do. Default
    /// false.
    var sendsMembersOnConnect = false
    /// The Default Media Receiver.
    var mediaReceiver = DeviceProfile.MediaReceiver()
    /// The state of the screen at the start.
    var screen = DeviceProfile.Screen()
    /// The form of session and transport ids.
    var sessions = DeviceProfile.Sessions()
    /// How long no app is available after the start. Default 0.
    var availableAfter = Duration.zero
    /// The maximum number of ids in one GET_APP_AVAILABILITY, so that the answer fits a frame. Default 256.
    var availabilityLimit: Int

    init(
        description: ReceiverDescription,
        capabilities: DeviceCapabilities = PlatformOptions.videoDevice,
        receiverMetricsID: String = "",
        bootstrapAddress: String = "",
        catalog: ApplicationCatalog = ApplicationCatalog(),
        volume: DeviceVolume = DeviceVolume(),
        idleScreen: IdleScreen = .backdrop,
        connectionLimitPerSocket: Int = 64,
        senderLimit: Int = 256,
        rules: ApplicationRules = ApplicationRules(),
        availabilityLimit: Int = 256
    ) {
        self.description = description
        self.capabilities = capabilities
        self.receiverMetricsID = receiverMetricsID
        self.bootstrapAddress = bootstrapAddress
        self.catalog = catalog
        self.volume = volume
        self.idleScreen = idleScreen
        self.connectionLimitPerSocket = connectionLimitPerSocket
        self.senderLimit = senderLimit
        self.rules = rules
        self.availabilityLimit = availabilityLimit
    }
}

/// The volume of the device, separate from the stream volume.
struct DeviceVolume: Sendable, Hashable {
    /// The volume level, 0 to 1.
    var level: Double
    /// Whether the device is muted, independent of the level.
    var isMuted: Bool
    var controlType: VolumeControlType
    /// The recommended step of a sender's volume buttons, as a part of the range 0 to 1.
    var stepInterval: Double

    init(
        level: Double = 1,
        isMuted: Bool = false,
        controlType: VolumeControlType = .attenuation,
        stepInterval: Double = 0.05
    ) {
        self.level = level
        self.isMuted = isMuted
        self.controlType = controlType
        self.stepInterval = stepInterval
    }

    /// Whether equipment behind the device controls the volume: SET_VOLUME has no effect.
    var isFixed: Bool { controlType == .fixed }

    /// The volume in RECEIVER_STATUS.
    var castVolume: CastVolume {
        CastVolume(level: level, muted: isMuted, controlType: controlType, stepInterval: stepInterval)
    }
}
