import CastWire

/// What a device last said about itself.
///
/// Each RECEIVER_STATUS replaces everything: what it does not list is gone, and a device on which nothing runs
/// leaves `applications` out altogether (CASTV2 receiver namespace). A message whose `status` or `applications` has
/// another type says nothing and changes nothing.
struct ReceiverState {
    private(set) var status: ReceiverStatus?

    /// Whether a message can be read as a status.
    static func isUsable(_ message: JSONObject) -> Bool {
        guard let status = message["status"]?.objectValue else { return false }
        switch status["applications"] {
        case nil, .null, .array: return true
        default: return false
        }
    }

    /// Takes a new status; false when it says nothing new.
    mutating func received(_ status: ReceiverStatus) -> Bool {
        guard status != self.status else { return false }
        self.status = status
        return true
    }

    /// The application that runs, idle screens apart.
    var runningApplication: Application? { status?.runningApplication }
}
