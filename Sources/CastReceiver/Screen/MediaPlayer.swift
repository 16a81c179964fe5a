/// Whatever renders the media of a virtual device: a page on a television, or a clock.
///
/// A player is confined to the device's event loop: every method and property is used there, and events come there.
/// An event is never delivered from within ``perform(_:)``.
///
/// What follows each order:
/// - `load`: first ``PlayerEvent/metadataLoaded(duration:width:height:)`` or ``PlayerEvent/failed(detailedErrorCode:message:)``
///   (within a bounded time), then ``PlayerEvent/playing(position:)`` with autoplay, else ``PlayerEvent/paused(position:)``;
///   ``PlayerEvent/buffering(position:)`` may come in between and at any later time. A `load` replaces the item
///   before it, of which nothing more is heard.
/// - `play`, `pause`: `playing` or `paused`, also when that was the state before. While loading they change what
///   follows the load.
/// - `seek`: ``PlayerEvent/seeked(position:)`` (one may stand for several quick seeks), then `playing` or `paused`;
///   ``PlayerEvent/ended`` where the position is at or behind the end.
/// - `setRate`, `setStreamVolume`, `setTracks`, `setDeviceVolume`, `setUpNext`, `setAppPage`: nothing; they always take effect.
/// - `stop`, `show`: nothing, and nothing more of the item.
package protocol MediaPlayer: AnyObject {
    /// Where events go, each with the ``PlayerItem/generation`` of the item that it is about.
    var onEvent: ((PlayerEvent, _ generation: Int) -> Void)? { get set }

    /// Carries out one order.
    func perform(_ command: PlayerCommand)
}
