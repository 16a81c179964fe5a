/// What a person did, or the app on their behalf.
public enum Intent: Sendable, Hashable {
    case tapCastButton
    case openDialog
    case dismissDialog
    /// Chooses a device, by its id. While another one is connected, the session there ends first.
    case selectDevice(String)
    case cancelConnecting
    case retryConnecting
    case retryDiscovery
    /// Ends the session as the dialog offers it.
    case stopCasting
    case openSettings
    case openHelp

    /// Shows why the local network is needed, where the system asks for it.
    case explainNetwork
    case acknowledgeNetworkExplanation
    case dismissNetworkExplanation

    /// Shows the introduction, once; `canPoint` says whether the button is on the screen.
    case introduce(canPoint: Bool)
    case dismissIntroduction
    case tapIntroducedButton
    /// Forgets that the introduction was shown.
    case clearIntroduction

    case openExpanded
    /// The bar of the mini controller was touched.
    case tapMini
    case collapse
    case closeExpanded
    case beginDrag
    case drag(Double)
    case endDrag
    /// Something came between: what was dragged goes back, and nothing is sought.
    case cancelDrag
    /// A place of a bar was touched, from the left.
    case tapBar(ButtonBar, Int)
    /// A control of the media was touched.
    case tap(MediaSlot)
    case seek(to: Double)
    case seekToLive
    case setRate(Double)

    case openTracks
    case selectTab(TrackChoice.Tab)
    /// nil is no text, or the stream's own audio.
    case selectTrack(TrackChoice.Tab, Int?)
    case applyTracks
    case cancelTracks

    case setVolume(Double)
    /// By a number of steps; negative ones are quieter.
    case nudgeVolume(Int)
    /// A key of this machine.
    case volumeKey(Int)
    case toggleMute
    case setMemberVolume(String, Double)
    case toggleMemberMute(String)

    case jumpToItem(Int)
    case removeItem(Int)
    /// Moves an item to an index, counted without it.
    case moveItem(Int, toIndex: Int)
    case clearQueue
    case queueAdded(title: String)
    case upNext(UpNextChoice)

    /// What becomes of what follows.
    public enum UpNextChoice: Sendable, Hashable {
        /// It starts when the present one has ended.
        case wait
        /// It starts now.
        case play
        /// It does not start; the queue stays.
        case stop
    }
}
