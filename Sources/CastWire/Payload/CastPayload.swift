/// A message of one type in one namespace: the object with its `type` and its `requestId`.
public protocol CastPayload: WireObject {
    /// The word under `type` on the wire, such as `RECEIVER_STATUS`.
    static var type: String { get }
    /// Where messages of this type are spoken.
    static var namespace: CastNamespace { get }
    /// Joins a request and its answer; unique on a socket and above 0. Nil or 0 in what nobody asked for.
    var requestID: Int? { get set }
}

extension CastPayload {
    public var requestID: Int? {
        get { fields.requestID }
        set { self["requestId"] = newValue }
    }
}

/// A message that asks for something.
///
/// The request id is not part of what a caller builds: whoever sends the request on a socket sets ``requestID``.
public protocol CastRequest: CastPayload {}
