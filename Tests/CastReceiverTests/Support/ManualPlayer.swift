import NIOCore

@testable import CastReceiver

/// A player that writes down its orders and reports what a test tells it to. On the device's event loop.
final class ManualPlayer: MediaPlayer {
    var onEvent: ((PlayerEvent, Int) -> Void)?
    private(set) var orders: [PlayerCommand] = []
    private(set) var item: PlayerItem?

    func perform(_ command: PlayerCommand) {
        orders.append(command)
        if case .load(let item) = command { self.item = item }
    }

    func report(_ event: PlayerEvent) {
        guard let item else { return }
        onEvent?(event, item.generation)
    }
}
