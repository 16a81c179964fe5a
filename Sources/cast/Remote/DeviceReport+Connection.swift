import CastSender
import CastWire

extension DeviceReport {
    init(device: CastDevice, status: ReceiverStatus, media: MediaSnapshot?) {
        self.init(
            device: DeviceDescription(device),
            volume: VolumeStatus(status.volume),
            app: status.runningApplication.map(App.init),
            media: media.map { PlaybackStatus($0) }
        )
    }
}

extension DeviceReport.App {
    init(_ application: Application) {
        self.init(
            id: application.appID ?? "",
            name: application.displayName ?? "",
            sessionID: application.sessionID,
            statusText: application.statusText
        )
    }
}
