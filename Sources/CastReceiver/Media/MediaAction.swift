import CastWire

/// What the Default Media Receiver orders.
enum MediaAction: Sendable, Hashable {
    /// For one sender.
    case reply(JSONObject, to: SenderAddress)
    /// For every sender of the app.
    case broadcast(JSONObject)
    case player(PlayerCommand)
    /// The app's text in RECEIVER_STATUS.
    case statusText(String)
}
