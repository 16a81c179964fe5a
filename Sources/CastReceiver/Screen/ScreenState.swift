package import CastWire

/// Everything a page shows; the page is a function of this value and of its media element.
package struct ScreenState: Sendable, Hashable {
    /// What fills the screen.
    package enum Scene: Sendable, Hashable {
        case notice(ScreenNotice)
        /// Media is loaded or being loaded.
        case media(MediaPhase)
        /// The last item failed. The reason is for a person in front of the television.
        case error(detailedErrorCode: Int, message: String)
    }

    package var deviceName: String
    package var scene: Scene
    /// Grows with every change of the orders; a report says which orders it has followed.
    package var revision: Int
    /// Nil while no media is loaded.
    package var orders: ScreenOrders?
    /// Where playback was when this was sent, for pages that only watch.
    package var position: Double
    /// Seconds; nil while unknown and for live media.
    package var duration: Double?
    package var deviceVolumeLevel: Double
    package var isDeviceMuted: Bool

    package init(
        deviceName: String,
        scene: Scene = .notice(.idle),
        revision: Int = 0,
        orders: ScreenOrders? = nil,
        position: Double = 0,
        duration: Double? = nil,
        deviceVolumeLevel: Double = 1,
        isDeviceMuted: Bool = false
    ) {
        self.deviceName = deviceName
        self.scene = scene
        self.revision = revision
        self.orders = orders
        self.position = position
        self.duration = duration
        self.deviceVolumeLevel = deviceVolumeLevel
        self.isDeviceMuted = isDeviceMuted
    }

    package var json: JSONValue {
        [
            "deviceName": .string(deviceName),
            "scene": scene.json,
            "revision": .integer(Int64(revision)),
            "orders": orders?.json ?? .null,
            "position": .number(position),
            "duration": duration.map { .number($0) } ?? .null,
            "deviceVolume": ["level": .number(deviceVolumeLevel), "muted": .bool(isDeviceMuted)],
        ]
    }
}

/// Where a loaded item stands.
package enum MediaPhase: String, Sendable, Hashable {
    case loading
    case buffering
    case playing
    case paused
}

extension ScreenState.Scene {
    var json: JSONValue {
        switch self {
        case .notice(.idle): ["name": "idle"]
        case .notice(.launching(let appName)): ["name": "launching", "appName": .string(appName)]
        case .notice(.ready(let appName)): ["name": "ready", "appName": .string(appName)]
        case .media(let phase): ["name": .string(phase.rawValue)]
        case .error(let code, let message):
            ["name": "error", "code": .integer(Int64(code)), "message": .string(message)]
        }
    }
}
