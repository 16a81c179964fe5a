// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The retained record of which bridge controls a device, for bridges that start.
struct OwnerRecord: Hashable, Sendable {
    var bridge: String
    var fence: UInt64

    init(bridge: String, fence: UInt64) {
        self.bridge = bridge
        self.fence = fence
    }

    /// Reads a record; nil if no bridge writes such a message.
    init?(_ payload: [UInt8], fenceLimit: UInt64) {
        guard let object = try? JSONValue(parsing: payload).objectValue, let bridge = object["bridge"]?.stringValue,
            bridge.utf8.count <= 128, case .integer(let number)? = object["fence"],
            let fence = UInt64(exactly: number), fence <= fenceLimit
        else { return nil }
        self.init(bridge: bridge, fence: fence)
    }

    var payload: [UInt8] {
        JSONValue.object(["bridge": .string(bridge), "fence": .integer(Int64(clamping: fence))]).jsonBytes
    }
}
