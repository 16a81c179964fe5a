/// A part of the page that is replaced by itself. The raw value is its id in the page.
enum RemoteRegion: String, Sendable, Hashable, CaseIterable {
    case castButton = "cast-button"
    /// The introduction, or why the network is needed.
    case explain
    case notice
    case player
    case volume
    case queue
    case castFile = "cast-file"
    case log
    case mini
    case dialog
    case tracks
}
