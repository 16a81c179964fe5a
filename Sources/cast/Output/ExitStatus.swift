import ArgumentParser

/// What `cast` tells its caller when it ends. The numbers are part of the interface; scripts rely on them.
enum ExitStatus: Int32, CaseIterable, Sendable {
    case success = 0
    case failure = 1
    case deviceNotFound = 3
    case deviceAmbiguous = 4
    /// The device could not be reached, or the connection to it was lost.
    case unreachable = 5
    /// The device understood and said no: a launch, a load or a request.
    case refused = 6
    /// There is nothing to act on: no app runs, or nothing plays.
    case nothingPlaying = 7
    case timedOut = 8
    case noNetwork = 9
    /// The device has not proven what it is, as was required.
    case notAuthenticated = 10
    /// The command line was not understood (`EX_USAGE`).
    case usage = 64
    /// Ended by Ctrl-C or SIGTERM before the job was done (128 + SIGINT).
    case interrupted = 130

    /// What ArgumentParser ends the process with.
    var exitCode: ExitCode { ExitCode(rawValue) }

    /// One line for `--help` and the manual.
    var meaning: String {
        switch self {
        case .success: "done"
        case .failure: "any other failure"
        case .deviceNotFound: "no such device"
        case .deviceAmbiguous: "the name fits several devices, or several are there and none was named"
        case .unreachable: "the device cannot be reached, or the connection was lost"
        case .refused: "the device refused the app, the media or the request"
        case .nothingPlaying: "nothing runs or plays there"
        case .timedOut: "no answer in time"
        case .noNetwork: "no network interface to use"
        case .notAuthenticated: "the device has not proven that it is a genuine one, as --require-auth asks"
        case .usage: "the command line was not understood"
        case .interrupted: "interrupted by Ctrl-C"
        }
    }
}
