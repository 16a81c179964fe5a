/// The receiver that plays any media; the older name of ``kGCKDefaultMediaReceiverApplicationID``.
@available(*, deprecated, renamed: "kGCKDefaultMediaReceiverApplicationID")
public let kGCKMediaDefaultReceiverApplicationID: String = kGCKDefaultMediaReceiverApplicationID
