// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire

/// What the checks of `cast doctor` found.
struct Diagnosis: Sendable {
    /// A device, and what the probe of its protocol found.
    struct Examined: Sendable {
        var device: CastDevice
        var probe: DeviceProbe.Result
        /// The finding about the fetch of a file; nil if it was not tested.
        var fetch: Finding?
    }

    /// All findings, in the order of the checks.
    var findings: [Finding] = []
    /// The checked interfaces.
    var interfaces: [InterfaceSurvey] = []
    /// The numbers of received multicast packets, by the name of the interface.
    var packets: [String: PacketCounts] = [:]
    /// The devices that were discovered, also those that were not checked.
    var discovered: [CastDevice] = []
    /// The devices that were checked.
    var devices: [Examined] = []

    var isHealthy: Bool { !findings.contains { $0.verdict == .failure } }

    /// The numbers of received multicast packets on all interfaces.
    var packetCounts: PacketCounts {
        packets.values.reduce(into: PacketCounts()) { $0.merge($1) }
    }
}
