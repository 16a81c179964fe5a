// SPDX-License-Identifier: Apache-2.0

/// A step from a source to its playback.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum PreparationStep: Sendable, Hashable {
    /// The tracks of the file are being read, or the server of the URL is being asked.
    case inspecting
    /// The file will be converted while it plays.
    case converting(MediaPlan)
    /// A consequence that the user should know, in a sentence with a period.
    case note(String)
    /// The device was asked to load this URL.
    case loading(url: String)
    /// The device plays, or shows a picture.
    case playing
}

extension PreparationStep: CustomStringConvertible {
    /// A sentence for users.
    public var description: String {
        switch self {
        case .inspecting: "Reading the media."
        case .converting(let plan):
            plan.reasons.isEmpty
                ? "Converting: \(plan)." : "Converting: \(plan) (\(plan.reasons.joined(separator: "; ")))."
        case .note(let text): text
        case .loading(let url): "Loading \(url)."
        case .playing: "Playing."
        }
    }
}
