// SPDX-License-Identifier: Apache-2.0

@testable import CastMedia

extension MediaServer {
    /// Returns when no response for an item is in progress.
    ///
    /// A client can have read a response before the server has recorded its end.
    func responsesEnd(of media: SharedMedia) async {
        let events = events()
        if traffic(of: media).openResponses == 0 { return }
        for await _ in events where traffic(of: media).openResponses == 0 { return }
    }
}
