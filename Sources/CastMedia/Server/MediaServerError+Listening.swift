import NIOCore
import SystemErrors

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension MediaServerError {
    /// What the system says when a socket cannot be opened at a place.
    init(listening error: any Error, at place: String) {
        if let error = error as? MediaServerError {
            self = error
            return
        }
        guard let error = error as? IOError else {
            self.init(.failed, subject: place, detail: SystemErrorText.describe(error))
            return
        }
        let code: Code =
            switch error.errnoCode {
            case EADDRINUSE: .portInUse
            case EADDRNOTAVAIL, EAFNOSUPPORT: .addressNotAvailable
            case EACCES, EPERM: .notPermitted
            default: .failed
            }
        self.init(code, subject: place, detail: SystemErrorText.describe(error))
    }
}
