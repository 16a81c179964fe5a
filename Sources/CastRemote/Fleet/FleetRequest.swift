// SPDX-License-Identifier: Apache-2.0

/// An action of the user on a page of a fleet: the text of a `data-intent` attribute, with a value for controls that have one.
///
/// The input is not trusted. Devices are named as `SITE/DEVICE`; whether they exist is not checked here.
enum FleetRequest: Sendable, Hashable {
    /// Shows the devices of a site; nil for those of all sites.
    case showSite(String?)
    /// Shows the devices whose name, model, site or title contains a text.
    case search(String)
    /// Plays a URL on all devices that are shown.
    case playShown(String)
    case pauseShown
    case stopShown
    case togglePlayback(String)
    case stop(String)
    case toggleMute(String)
    case setVolume(String, Double)

    /// The maximum length of a search text in characters.
    private static let maximumSearchLength = 100

    init?(_ text: String, value: PageRequest.Value? = nil) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let argument = parts.count > 1 ? String(parts[1]) : nil
        switch (String(parts[0]), argument) {
        case ("showSite", let site?): self = .showSite(site)
        case ("showAllSites", nil): self = .showSite(nil)
        case ("search", nil):
            guard let text = value?.text else { return nil }
            self = .search(String(text.prefix(Self.maximumSearchLength)))
        case ("playShown", nil):
            guard let text = value?.text else { return nil }
            self = .playShown(text)
        case ("pauseShown", nil): self = .pauseShown
        case ("stopShown", nil): self = .stopShown
        case ("togglePlayback", let device?): self = .togglePlayback(device)
        case ("stop", let device?): self = .stop(device)
        case ("toggleMute", let device?): self = .toggleMute(device)
        case ("setVolume", let device?):
            guard let level = value?.number, (0...1).contains(level) else { return nil }
            self = .setVolume(device, level)
        default: return nil
        }
    }
}
