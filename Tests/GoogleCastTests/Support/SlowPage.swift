import CastReceiver
import CastWire

/// An app whose page takes a second to load; it speaks the media namespace then.
struct SlowPage: ReceiverApplication {
    static let id = "510A0000"
    static let app = InstalledApplication(
        ApplicationInformation(appIDs: [id], name: "Slow", namespaces: [.media], isReadyAtOnce: false)
    ) { _ in SlowPage() }

    mutating func launched(context: inout ApplicationContext) {
        context.startTimer("loaded", after: .seconds(1))
    }

    mutating func timerFired(_ name: String, context: inout ApplicationContext) {
        context.ready()
    }
}
