// SPDX-License-Identifier: Apache-2.0

import CastSender
import NIOConcurrencyHelpers

/// The lifecycle events of a manager's session, recorded from creation on.
struct SessionLifecycleRecorder: Sendable {
    private final class Said: Sendable {
        let names = NIOLockedValueBox<[String]>([])
    }

    private let said = Said()
    private let reading: Task<Void, Never>

    /// The names of the recorded events.
    var events: [String] { said.names.withLockedValue { $0 } }

    init(of manager: SessionManager) {
        let (said, stream) = (said, manager.events)
        reading = Task {
            for await event in stream {
                guard let name = Self.name(of: event) else { continue }
                said.names.withLockedValue { $0.append(name) }
            }
        }
    }

    /// Returns when the manager is closed and all events were recorded.
    func finished() async { await reading.value }

    private static func name(of event: SessionEvent) -> String? {
        switch event {
        case .willStart: "willStart"
        case .started: "started"
        case .failedToStart: "failedToStart"
        case .willEnd: "willEnd"
        case .ended: "ended"
        case .suspended: "suspended"
        case .willResume: "willResume"
        case .resumed: "resumed"
        case .deviceUpdated, .volumeChanged, .statusTextChanged, .inputChanged, .notStored: nil
        }
    }
}
