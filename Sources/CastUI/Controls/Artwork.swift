import CastWire

/// The picture for a place, as its address.
public struct Artwork: Sendable, Hashable {
    /// What a picture is for, which is what an app's picker is asked with.
    public enum Purpose: Sendable, Hashable, CaseIterable {
        case custom, dialog, mini, background
        /// Shown during an ad; from the clip and not from the picker.
        case ad
    }

    public var url: String
    public var purpose: Purpose

    /// The longest address that is passed on.
    static var limit: Int { 8_192 }

    /// - Returns: nil for an address that is not `http` or `https`, or too long.
    public init?(url: String?, purpose: Purpose) {
        guard let url, url.utf8.count <= Self.limit else { return nil }
        let scheme = url.prefix { $0 != ":" }.lowercased()
        guard scheme == "https" || scheme == "http", url.contains("://") else { return nil }
        self.url = url
        self.purpose = purpose
    }
}

extension MediaMetadata {
    /// The first picture, which the default picker takes for every purpose.
    func artwork(_ purpose: Artwork.Purpose) -> Artwork? {
        Artwork(url: images?.first?.url, purpose: purpose)
    }
}
