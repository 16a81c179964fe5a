// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOConcurrencyHelpers

/// The apps that cases launched and that have not been stopped yet.
///
/// One for all cases of a run: what a case cannot stop, because the device is not reachable, is stopped after a later
/// one.
final class LaunchedApplications: Sendable {
    private struct State {
        var sessionIDs: [String] = []
        /// Whether a LAUNCH was sent whose result is unknown.
        var hasPendingLaunch = false
        /// The number of LAUNCH requests in a row without an answer.
        var unansweredLaunches = 0
    }

    /// The number of LAUNCH requests in a row after which no further one is sent. Each costs a minute.
    private static let unansweredLimit = 2

    private let state = NIOLockedValueBox(State())

    /// Whether nothing is left to stop.
    var isEmpty: Bool { state.withLockedValue { $0.sessionIDs.isEmpty && !$0.hasPendingLaunch } }

    /// Call it before LAUNCH is sent: if no answer comes, the app may run nevertheless.
    func willLaunch() { state.withLockedValue { $0.hasPendingLaunch = true } }

    /// Whether the device does not answer LAUNCH, so that cases about media would only wait.
    var isRefused: Bool { state.withLockedValue { $0.unansweredLaunches >= Self.unansweredLimit } }

    /// Records that a LAUNCH was not answered, or did not lead to a ready app.
    func launchUnanswered() { state.withLockedValue { $0.unansweredLaunches += 1 } }

    /// Records the result of a LAUNCH.
    ///
    /// - Parameter sessionID: The session; nil if the device refused.
    func launched(_ sessionID: String?) {
        state.withLockedValue { state in
            state.hasPendingLaunch = false
            state.unansweredLaunches = 0
            if let sessionID, !state.sessionIDs.contains(sessionID) { state.sessionIDs.append(sessionID) }
        }
    }

    /// Stops the apps, as far as the device answers.
    func stop(_ context: CaseContext, over connection: TestConnection) async {
        if state.withLockedValue({ $0.hasPendingLaunch }) {
            guard let status = try? await context.receiverStatus(connection) else { return }
            let application = CaseContext.application(CaseContext.app, in: status)
            // Without a list of apps, the session is unknown. STOP without a session ends the running app.
            if application == nil, status["applications"] == nil {
                _ = try? await connection.request(["type": "STOP"], within: .seconds(5))
            }
            state.withLockedValue { state in
                state.hasPendingLaunch = false
                if let application { state.sessionIDs.append(application.sessionID) }
            }
        }
        for sessionID in state.withLockedValue({ $0.sessionIDs }) {
            // Any answer will do: an app that has ended meanwhile is not stopped again.
            let answer = try? await connection.request(
                ["type": "STOP", "sessionId": .string(sessionID)],
                within: .seconds(5)
            )
            guard answer != nil else { return }
            state.withLockedValue { $0.sessionIDs.removeAll { $0 == sessionID } }
        }
    }
}
