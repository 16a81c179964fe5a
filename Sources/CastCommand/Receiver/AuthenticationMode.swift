// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastReceiver

/// How a virtual device responds to an authentication challenge, as an argument of `--auth`.
enum AuthenticationMode: ExpressibleByArgument, CustomStringConvertible, Hashable {
    case genuine
    case none
    case error
    case wrong
    case slow(seconds: Double)

    init?(argument: String) {
        switch argument {
        case "genuine": self = .genuine
        case "none": self = .none
        case "error": self = .error
        case "wrong": self = .wrong
        case "slow": self = .slow(seconds: 3)
        default:
            guard argument.hasPrefix("slow:"), let seconds = Double(argument.dropFirst(5)), seconds > 0, seconds < 3600
            else { return nil }
            self = .slow(seconds: seconds)
        }
    }

    var description: String {
        switch self {
        case .genuine: "genuine"
        case .none: "none"
        case .error: "error"
        case .wrong: "wrong"
        case .slow(let seconds): "slow:\(seconds)"
        }
    }

    var authentication: DeviceConfiguration.Authentication {
        switch self {
        case .genuine: .genuine
        case .none: .silent
        case .error: .error
        case .wrong: .wrongSignature
        case .slow(let seconds): .slow(.seconds(seconds))
        }
    }
}
