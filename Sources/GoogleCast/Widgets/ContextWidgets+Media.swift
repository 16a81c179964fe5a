extension ContextWidgets {
    /// The session, from the moment its start begins; nil when it is suspended or over.
    var currentSession: GCKSession? { context?.sessionManager.session }

    /// What is known of the media, as the app's client has it.
    var metadata: GCKMediaMetadata? { client?.status?.mediaInformation?.metadata }

    /// Whether statuses can come.
    var isClientConnected: Bool { client?.isConnected ?? false }
}
