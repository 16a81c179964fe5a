/// Which device a person means.
enum DeviceMatch: Equatable {
    /// The id, or the whole name.
    case exact(CastDevice)
    /// The beginning of one device's name only.
    case prefix(CastDevice)
    case ambiguous([CastDevice])
    case none

    /// Tries the id, the name, the name without regard to case, and its beginning, in this order.
    init(_ text: String, in devices: [CastDevice]) {
        let id = CastDevice.normalizedID(text)
        let folded = text.lowercased()
        let steps: [(CastDevice) -> Bool] = [
            { $0.id == id },
            { $0.friendlyName == text },
            { $0.friendlyName.lowercased() == folded },
        ]
        for step in steps {
            let found = devices.filter(step)
            if found.count > 1 {
                self = .ambiguous(found)
                return
            }
            if let device = found.first {
                self = .exact(device)
                return
            }
        }
        let found = folded.isEmpty ? [] : devices.filter { $0.friendlyName.lowercased().hasPrefix(folded) }
        switch found.count {
        case 0: self = .none
        case 1: self = .prefix(found[0])
        default: self = .ambiguous(found)
        }
    }
}
