/// Limits and names of a ``CastConnection``.
///
/// Time limits are for a network without delay. The measured round trip time extends them (RFC 6298), by 20 s at most.
public struct ConnectionOptions: Sendable {
    /// For name resolution, TCP and TLS together, at each of the device's addresses. Default 10 s.
    public var connectTimeout: Duration = .seconds(10)
    /// For the answer to an ordinary request. Default 10 s.
    public var requestTimeout: Duration = .seconds(10)
    /// For a launch until the application is ready, not counting the time a person takes to allow it (five minutes
    /// at most). Default 60 s.
    public var launchTimeout: Duration = .seconds(60)
    /// For the first answer to LOAD, which old receivers give only once the media has opened. Default 30 s.
    public var loadTimeout: Duration = .seconds(30)
    /// Whether the device is asked to prove what it is, and what counts as proof. By default it is asked, and the
    /// connection opens whatever it answers.
    public var authentication = DeviceAuthenticationOptions()
    /// When a silent device is given up.
    public var heartbeat: HeartbeatOptions = .standard
    /// While media plays and no status came for so long, one is asked for. Default 30 s; nil never asks.
    public var statusRefresh: Duration? = .seconds(30)
    /// How long opening a connection to an address waits for the device's description, which has its name. It is asked
    /// for together with the status, so that waiting costs time only where a device does not answer. Default nil: the
    /// device is known by its address, unless ``CastDevice/identify(_:options:)`` is used.
    public var descriptionTimeout: Duration?
    /// Free text that receiver applications are shown.
    public var userAgent: String = "swift-cast"
    /// How long the answer with the right request id may still take after a status without one that evidently answers
    /// the request. Some receivers leave the id out.
    var unnumberedReplyGrace: Duration = .milliseconds(300)
    /// How long after an empty media status the media session counts as running, unless the empty status answers a
    /// request. Some receivers send one between two statuses of the same session.
    var emptyStatusGrace: Duration = .seconds(1)

    public init() {}

    /// For a connection over which nothing is entrusted to the device: its signature would take longer than its answer,
    /// so it is asked for only where proof is required.
    var forQuestions: ConnectionOptions {
        var options = self
        if authentication.policy == .preferred { options.authentication.policy = .off }
        return options
    }
}
