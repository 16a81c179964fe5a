// SPDX-License-Identifier: Apache-2.0

package import CastWire

/// The complete state that a page shows. The page depends only on this value and on its media element.
package struct ScreenState: Sendable, Hashable {
    /// The main content of the screen.
    package enum Scene: Sendable, Hashable {
        case notice(ScreenNotice)
        /// Media is loading or loaded.
        case media(MediaPhase)
        /// The last item failed. The screen shows the reason to the user.
        case error(detailedErrorCode: Int, message: String, obstacle: PlaybackObstacle? = nil)
    }

    package var deviceName: String
    package var form: DeviceForm
    package var scene: Scene
    /// Increments with every change of the target state. A report has the revision that its element follows.
    package var revision: Int
    /// The target state of the media element; nil while no media is loaded.
    package var target: ScreenTarget?
    /// The position in seconds when the state was sent, for pages that do not play.
    package var position: Double
    /// The duration in seconds; nil if unknown and for live media.
    package var duration: Double?
    package var deviceVolumeLevel: Double
    package var isDeviceMuted: Bool
    /// The item that follows automatically.
    package var upNext: PlayerUpNext?
    /// The page of the running app; nil if no app with a page is running.
    package var appPage: ScreenAppPage?

    package init(
        deviceName: String,
        form: DeviceForm = .television,
        scene: Scene = .notice(.idle),
        revision: Int = 0,
        target: ScreenTarget? = nil,
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
        self.target = target
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
            "orders": target?.json ?? .null,
            "position": .number(position),
            "duration": duration.map { .number($0) } ?? .null,
            "deviceVolume": ["level": .number(deviceVolumeLevel), "muted": .bool(isDeviceMuted)],
            "upNext": upNext?.json ?? .null,
            "appPage": appPage?.json ?? .null,
        ]
    }
}

/// The state of a loaded item.
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

/// The page of a running app, shown in a frame of the device's page.
///
/// The frame belongs to one session: the device's page removes it when the session ends for any reason, and creates a
/// new one for the next session of the same app.
package struct ScreenAppPage: Sendable, Hashable {
    /// The URL of the app's page; `http` or `https`.
    package var url: String
    /// The id of the app's session.
    package var sessionID: String

    package init(url: String, sessionID: String) {
        self.url = url
        self.sessionID = sessionID
    }

    package var json: JSONValue {
        ["url": .string(url), "session": .string(sessionID)]
    }
}

/// The item that follows the current one automatically, for an announcement on the screen.
package struct PlayerUpNext: Sendable, Hashable {
    package var title: String?
    package var subtitle: String?
    package var imageURL: String?
    /// The position in seconds at which the current item ends; nil for the end of its media.
    package var position: Double?

    package init(title: String? = nil, subtitle: String? = nil, imageURL: String? = nil, position: Double? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.imageURL = imageURL
        self.position = position
    }

    package var json: JSONValue {
        [
            "title": .screenText(title),
            "subtitle": .screenText(subtitle),
            "image": imageURL.map { .string($0) } ?? .null,
            "position": position.map { .number($0) } ?? .null,
        ]
    }
}
