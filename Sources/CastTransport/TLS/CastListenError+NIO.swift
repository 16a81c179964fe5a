import NIOCore
import SystemErrors

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension CastListenError {
    /// What the system said when a place could not be opened.
    package init(_ error: any Error, endpoint: CastEndpoint) {
        guard let error = error as? IOError else {
            self.init(.failed, endpoint: endpoint, detail: SystemErrorText.describe(error))
            return
        }
        let code: Code =
            switch error.errnoCode {
            case EADDRINUSE: .portInUse
            case EADDRNOTAVAIL: .addressNotAvailable
            case EACCES, EPERM: .notPermitted
            default: .failed
            }
        self.init(code, endpoint: endpoint, detail: SystemErrorText.describe(error))
    }
}
