import Foundation

/// Does what the original does where it raises an exception: ends the program, saying which call was wrong and why.
func raise(_ exception: String, _ reason: String) -> Never {
    #if canImport(ObjectiveC)
    NSException(name: NSExceptionName(exception), reason: reason, userInfo: nil).raise()
    #endif
    preconditionFailure("\(exception): \(reason)")
}
