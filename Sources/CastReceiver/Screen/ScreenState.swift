package import CastWire

/// Everything a page shows; the page is a function of this value and of its media element.
package struct ScreenState: Sendable, Hashable {
    /// What fills the screen.
    package enum Scene: Sendable, Hashable {
        case notice(ScreenNotice)
        /// Media is loaded or being loaded.
        case media(MediaPhase)
        /// The last item failed. The reason is for a person in front of the television.
        case error(detailedErrorCode: Int, message: String, obstacle: PlaybackObstacle? = nil)
    }

    package var deviceName: String
    package var form: DeviceForm
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
    /// What follows the item by itself.
    package var upNext: PlayerUpNext?
    /// The page of the running app; nil while no app runs that is a page.
    package var appPage: ScreenAppPage?

    package init(
        deviceName: String,
        form: DeviceForm = .television,
        scene: Scene = .notice(.idle),
        revision: Int = 0,
        orders: ScreenOrders? = nil,
        position: Double = 0,
        duration: Double? = nil,
        deviceVolumeLevel: Double = 1,
        isDeviceMuted: Bool = false,
        upNext: PlayerUpNext? = nil,
        appPage: ScreenAppPage? = nil
    ) {
        self.deviceName = deviceName
        self.form = form
        self.scene = scene
        self.revision = revision
        self.orders = orders
        self.position = position
        self.duration = duration
        self.deviceVolumeLevel = deviceVolumeLevel
        self.isDeviceMuted = isDeviceMuted
        self.upNext = upNext
        self.appPage = appPage
    }

    package var json: JSONValue {
        [
            "deviceName": .screenText(deviceName),
            "form": .string(form.rawValue),
            "scene": scene.json,
            "revision": .integer(Int64(revision)),
            "orders": orders?.json ?? .null,
            "position": .number(position),
            "duration": duration.map { .number($0) } ?? .null,
            "deviceVolume": ["level": .number(deviceVolumeLevel), "muted": .bool(isDeviceMuted)],
            "upNext": upNext?.json ?? .null,
            "appPage": appPage?.json ?? .null,
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
        case .notice(.launching(let appName)): ["name": "launching", "appName": .screenText(appName)]
        case .notice(.ready(let appName)): ["name": "ready", "appName": .screenText(appName)]
        case .media(let phase): ["name": .string(phase.rawValue)]
        case .error(let code, let message, let obstacle):
            [
                "name": "error", "code": .integer(Int64(code)), "message": .screenText(message),
                "obstacle": obstacle.map { .string($0.rawValue) } ?? .null,
            ]
        }
    }
}
