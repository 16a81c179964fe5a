// SPDX-License-Identifier: Apache-2.0

/// The state of a command's own list, which the device does not report.
struct PlaylistState: Hashable, Sendable {
    var title: String
    /// Whether the item has been sent, and the device has not reported its status yet.
    var isLoading = true
    var index = 0
    var count = 1
    /// The title of the next item in the list.
    var next: String?
    /// The delay of the item's subtitles in seconds; nil if it has none.
    var subtitlesDelay: Double?
    /// Whether the user is changing the delay.
    var isDelayChanging = false
}
