/// The name of ``GCKVASTAdsRequest`` in old versions of the original.
@available(*, deprecated, message: "Use GCKVASTAdsRequest.")
open class GCKAdBreakClipVastAdsRequest: GCKVASTAdsRequest, @unchecked Sendable {}
