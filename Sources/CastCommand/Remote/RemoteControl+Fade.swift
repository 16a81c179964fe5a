// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire

extension RemoteControl {
    /// Changes the volume gradually and prints it. Ctrl-C leaves it where it is.
    func fadeVolume(_ change: VolumeChange, over duration: Duration) async throws -> ExitStatus {
        var status = ExitStatus.success
        try await connected { connection in
            let level = change.applied(to: await connection.status.volume?.level ?? 0)
            let fade = try await interruptible { try await connection.fadeVolume(to: level, over: duration) }
            let end: String
            switch fade.value {
            case .completed: end = "completed"
            case .changedElsewhere:
                end = "changedElsewhere"
                console.note("The volume was changed elsewhere, so the fade stopped.")
            case .canceled:
                end = "interrupted"
                status = .interrupted
            }
            try await printVolume(of: connection, action: "volumeSet", members: ["fade": .string(end)])
        }
        return status
    }
}
