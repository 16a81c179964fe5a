// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import GoogleCast

/// The segments set the playback rate, and follow changes of other senders.
@MainActor
public func run() async throws {
    let home = try await Home.open()
    let sessions = try await home.connect()
    let control = UISegmentedControl(items: ["1", "½", "2"])
    control.selectedSegmentIndex = 0
    let controller = attach(control)
    try check(!control.isEnabled, "the control is disabled without media")
    let client = sessions.currentCastSession?.remoteMediaClient
    client?.loadMedia(GCKMediaInformationBuilder(contentURL: URL(string: "https://example.com/film.mp4")!).build())
    try await wait(for: "the control is enabled") { control.isEnabled }
    try check(control.selectedSegmentIndex == 0, "the playback rate is 1")
    for (segment, rate) in [(2, Float(2)), (1, 0.5), (0, 1)] {
        control.selectedSegmentIndex = segment
        control.sendActions(for: .valueChanged)
        try await wait(for: "the rate is \(rate)") { client?.mediaStatus?.playbackRate == rate && control.isEnabled }
        try check(control.selectedSegmentIndex == segment, "the segment stays selected")
    }
    client?.setPlaybackRate(2)
    try await wait(for: "the segment follows the device") { control.selectedSegmentIndex == 2 }
    client?.pause()
    try await wait(for: "it is paused") { client?.mediaStatus?.playerState == .paused && control.isEnabled }
    try check(control.selectedSegmentIndex == 2, "pausing keeps the rate")
    sessions.endSession()
    try await wait(for: "the control is disabled without media") { !control.isEnabled }
    try check(controller.playbackRateController != nil, "the controller is retained")
}
