import Foundation

/// The order of the list of devices: by name as people sort names, then by id.
enum DeviceOrder {
    static func precedes(_ left: GCKDevice, _ right: GCKDevice) -> Bool {
        let options: String.CompareOptions = [.caseInsensitive, .numeric]
        let (name, other) = (left.friendlyName ?? "", right.friendlyName ?? "")
        switch name.compare(other, options: options, range: nil, locale: .current) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: return left.deviceID < right.deviceID
        }
    }
}
