import Foundation

/// Answers an argument for which the original raises `NSInvalidArgumentException`: Apple's systems raise it, elsewhere
/// the program stops with the same name, since there is nothing that could catch it.
func raiseInvalidArgument(_ reason: String) -> Never {
    #if canImport(ObjectiveC)
    NSException(name: .invalidArgumentException, reason: reason).raise()
    #endif
    preconditionFailure("NSInvalidArgumentException: \(reason)")
}
