#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The default directory for the identity of a virtual device.
enum StateDirectory {
    /// Returns the directory for a device name in the user's state directory (XDG Base Directory Specification); nil
    /// for a user without a home directory.
    static func forDevice(named name: String, environment: (String) -> String?) -> String? {
        func absolute(_ variable: String) -> String? { environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        guard let base = absolute("XDG_STATE_HOME") ?? absolute("HOME").map({ $0 + "/.local/state" }) else {
            return nil
        }
        return "\(base)/swift-cast/\(fileName(for: name))"
    }

    /// Returns a file name for a device name: letters and digits are kept, other characters become hyphens, and the
    /// length is limited to 48 characters.
    static func fileName(for name: String) -> String {
        let safe = name.unicodeScalars.map { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil ? String(scalar) : "-"
        }
        return String(safe.joined().prefix(48))
    }

    /// The host name of this machine, without the domain.
    static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "this machine" }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return name.split(separator: ".").first.map(String.init) ?? "this machine"
    }
}
