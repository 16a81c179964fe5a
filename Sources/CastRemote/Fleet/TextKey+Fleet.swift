// SPDX-License-Identifier: Apache-2.0

import CastUI

// The texts that only the page of a fleet shows.

extension TextKey {
    static let fleetTitle = TextKey("fleetTitle", "Fleet")
    static let fleetSites = TextKey("fleetSites", "Sites")
    static let fleetAllSites = TextKey("fleetAllSites", "All sites")
    static let fleetCount = TextKey("fleetCount", "Devices: %@, playing: %@, offline: %@")
    static let fleetSearch = TextKey("fleetSearch", "Search for devices")
    static let fleetDevices = TextKey("fleetDevices", "Devices: %@")
    static let fleetNoDevices = TextKey(
        "fleetNoDevices",
        "No devices. Run cast bridge in the network of the devices, with the same broker."
    )
    static let fleetNoMatch = TextKey("fleetNoMatch", "No device matches.")
    static let fleetMore = TextKey("fleetMore", "and %@ more. Search, or choose a site, to see them.")
    static let fleetOffline = TextKey("fleetOffline", "Offline")
    static let fleetPlay = TextKey("fleetPlay", "Play on all devices shown: %@")
    static let fleetPlayButton = TextKey("fleetPlayButton", "Play")
    static let fleetPause = TextKey("fleetPause", "Pause all shown")
    static let fleetStop = TextKey("fleetStop", "Stop all shown")
    static let fleetPauseOn = TextKey("fleetPauseOn", "Pause on %@")
    static let fleetResumeOn = TextKey("fleetResumeOn", "Resume on %@")
    static let fleetStopOn = TextKey("fleetStopOn", "Stop %@")
    static let fleetSending = TextKey("fleetSending", "Commands are being sent to devices: %@")
    static let fleetDone = TextKey("fleetDone", "Done on devices: %@")
    static let fleetFailed = TextKey("fleetFailed", "%@: %@")
    static let fleetFailedMany = TextKey("fleetFailedMany", "Failed on %@ of %@ devices. %@: %@")
    static let fleetBrokerLost = TextKey("fleetBrokerLost", "The broker cannot be reached; trying again. %@")

    /// The texts of the page of a fleet.
    static let fleet: [TextKey] = [
        .fleetTitle, .fleetSites, .fleetAllSites, .fleetCount, .fleetSearch, .fleetDevices, .fleetNoDevices,
        .fleetNoMatch,
        .fleetMore, .fleetOffline, .fleetPlay, .fleetPlayButton, .fleetPause, .fleetStop, .fleetPauseOn, .fleetResumeOn,
        .fleetStopOn, .fleetSending, .fleetDone, .fleetFailed, .fleetFailedMany, .fleetBrokerLost,
    ]
}
