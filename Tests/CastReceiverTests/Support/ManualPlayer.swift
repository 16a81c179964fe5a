// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import CastReceiver

/// A player that records its commands and reports events on demand. It is used on the device's event loop.
final class ManualPlayer: MediaPlayer {
    var onEvent: ((PlayerEvent, Int) -> Void)?
    private(set) var commands: [PlayerCommand] = []
    private(set) var item: PlayerItem?

    func perform(_ command: PlayerCommand) {
        commands.append(command)
        if case .load(let item) = command { self.item = item }
    }

    func report(_ event: PlayerEvent) throws {
        let item = try #require(self.item)
        onEvent?(event, item.generation)
    }
}
