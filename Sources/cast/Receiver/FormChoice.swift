import ArgumentParser
import CastReceiver

/// What kind of device a virtual device is, as it is typed.
enum FormChoice: String, ExpressibleByArgument, CaseIterable {
    case television
    case display
    case speaker

    var form: DeviceForm {
        switch self {
        case .television: .television
        case .display: .display
        case .speaker: .speaker
        }
    }
}
