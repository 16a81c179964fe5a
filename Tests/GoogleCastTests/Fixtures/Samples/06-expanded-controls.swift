import GoogleCast

/// Presents the expanded controller with buttons of the app's choice, and loads media.
@MainActor
func playSelectedItemRemotely(_ media: GCKMediaInformation) {
    let context = GCKCastContext.sharedInstance()
    context.useDefaultExpandedMediaControls = true
    context.presentDefaultExpandedMediaControls()
    let controls = context.defaultExpandedMediaControlsViewController
    controls.setButtonType(.rewind30Seconds, at: 0)
    controls.setButtonType(.skipPrevious, at: 1)
    controls.setButtonType(.skipNext, at: 2)
    controls.setButtonType(.forward30Seconds, at: 3)
    context.sessionManager.currentSession?.remoteMediaClient?.loadMedia(media)
}
