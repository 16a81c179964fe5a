// SPDX-License-Identifier: Apache-2.0

@testable import CastSender

/// What an observer of a session knows from its announcements. Also used by the fuzz targets.
enum AnnouncedPhase {
    case none
    case starting
    case running
    case suspended
    case resuming
    case ending

    /// Returns the phase after an announcement; nil if the announcement is out of order.
    func after(_ announcement: SessionMachine.Announcement) -> AnnouncedPhase? {
        switch (announcement, self) {
        // A new start may replace a suspended session.
        case (.willStart, .none), (.willStart, .suspended): .starting
        case (.started, .starting): .running
        case (.failedToStart, .starting): AnnouncedPhase.none
        case (.suspended, .running): .suspended
        // After a crash, resuming is the first announcement of a session.
        case (.willResume, .suspended), (.willResume, .none): .resuming
        case (.resumed, .resuming): .running
        case (.willEnd, .running), (.willEnd, .suspended), (.willEnd, .resuming): .ending
        case (.ended, .ending): AnnouncedPhase.none
        default: nil
        }
    }
}
