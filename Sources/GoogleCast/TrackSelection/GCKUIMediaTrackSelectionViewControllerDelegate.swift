public import Foundation

/// Hears which tracks a person has chosen.
@preconcurrency
@MainActor
public protocol GCKUIMediaTrackSelectionViewControllerDelegate: NSObjectProtocol {
    /// A person is done choosing.
    ///
    /// - Parameter mediaTrackIDs: The tracks that shall be active: at most one audio track (none is the stream's own
    ///   choice) and one text track (none is no text), and those active before that are no matter of choice.
    func didSelectMediaTracks(_ mediaTrackIDs: [NSNumber])
}
