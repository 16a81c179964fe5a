// SPDX-License-Identifier: Apache-2.0

@testable import CastReceiver

/// Returns the same result for all media.
struct ScriptedInspector: MediaInspector {
    let result: MediaInspection

    init(result: MediaInspection = .playable(MediaMetadataFacts(duration: 20), kind: .video)) {
        self.result = result
    }

    func inspect(_ item: PlayerItem) async -> MediaInspection { result }
}
