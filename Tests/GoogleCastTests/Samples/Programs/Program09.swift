import Foundation

@testable import GoogleCast

/// The segments set the speed, and show it whoever set it.
@MainActor
public func run() async throws {
    let home = try await Home.open()
    let sessions = try await home.connect()
    let control = UISegmentedControl(items: ["1", "½", "2"])
    control.selectedSegmentIndex = 0
    let controller = attach(control)
    try check(!control.isEnabled, "without media there is no speed")
    let client = sessions.currentCastSession?.remoteMediaClient
    client?.loadMedia(GCKMediaInformationBuilder(contentURL: URL(string: "https://example.com/film.mp4")!).build())
    try await wait(for: "the control can be used") { control.isEnabled }
    try check(control.selectedSegmentIndex == 0, "it plays at its ordinary speed")
    for (segment, rate) in [(2, Float(2)), (1, 0.5), (0, 1)] {
        control.selectedSegmentIndex = segment
        control.sendActions(for: .valueChanged)
        try await wait(for: "it plays at \(rate)") { client?.mediaStatus?.playbackRate == rate && control.isEnabled }
        try check(control.selectedSegmentIndex == segment, "the segment stays")
    }
    client?.setPlaybackRate(2)
    try await wait(for: "the segment follows the device") { control.selectedSegmentIndex == 2 }
    client?.pause()
    try await wait(for: "it is paused") { client?.mediaStatus?.playerState == .paused && control.isEnabled }
    try check(control.selectedSegmentIndex == 2, "to pause changes no speed")
    sessions.endSession()
    try await wait(for: "the control rests") { !control.isEnabled }
    try check(controller.playbackRateController != nil, "the controller is kept")
}
