// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The directories of this program in the user's state directory (XDG Base Directory Specification).
enum StateDirectory {
    /// Returns the default directory for the identity of a virtual device; nil for a user without a home directory.
    static func forDevice(named name: String, environment: (String) -> String?) -> String? {
        root(environment: environment).map { "\($0)/\(fileName(for: name))" }
    }

    /// Returns the default file for the saved state of a device; nil for a user without a home directory.
    static func savedState(ofDeviceWithID id: String, environment: (String) -> String?) -> String? {
        root(environment: environment).map { "\($0)/saved/\(fileName(for: id)).json" }
    }

    /// Returns the file with the progress of lists; nil for a user without a home directory.
    static func listProgress(environment: (String) -> String?) -> String? {
        root(environment: environment).map { "\($0)/lists.json" }
    }

    private static func root(environment: (String) -> String?) -> String? {
        func absolute(_ variable: String) -> String? { environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let base = absolute("XDG_STATE_HOME") ?? absolute("HOME").map { $0 + "/.local/state" }
        return base.map { $0 + "/swift-cast" }
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
