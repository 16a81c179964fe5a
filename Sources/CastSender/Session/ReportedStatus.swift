import CastWire

/// What was last said of a device's status, so that only news is said.
struct ReportedStatus {
    private var volume: Volume?
    private var statusText: String?
    private var isActiveInput: Bool?
    private var isStandBy: Bool?

    /// The events for what is new in a status.
    mutating func news(in status: ReceiverStatus) -> [SessionEvent] {
        var events: [SessionEvent] = []
        if let volume = status.volume, volume.level != self.volume?.level || volume.muted != self.volume?.muted {
            self.volume = volume
            events.append(.volumeChanged(volume))
        }
        let text = status.runningApplication?.statusText
        if text != statusText {
            statusText = text
            events.append(.statusTextChanged(text))
        }
        if status.isActiveInput != isActiveInput || status.isStandBy != isStandBy {
            isActiveInput = status.isActiveInput
            isStandBy = status.isStandBy
            events.append(.inputChanged(isActiveInput: isActiveInput, isStandBy: isStandBy))
        }
        return events
    }
}
