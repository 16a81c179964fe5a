// SPDX-License-Identifier: Apache-2.0

/// A size in bytes as text.
enum ByteText {
    /// Returns a size in the largest binary unit that keeps it at 1 or more, such as `1.5 GiB`.
    static func size(_ bytes: UInt64) -> String {
        var value = Double(bytes)
        var units = ["bytes", "KiB", "MiB", "GiB", "TiB"][...]
        while value >= 1024, units.count > 1 {
            value /= 1024
            units = units.dropFirst()
        }
        let text = RemotePage.number((value * 10).rounded() / 10)
        return "\(text) \(units.first ?? "bytes")"
    }
}
