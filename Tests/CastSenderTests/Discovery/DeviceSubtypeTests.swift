// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastSender

@Suite("Device subtypes")
struct DeviceSubtypeTests {
    @Test(
        "Subtypes have the labels that devices register",
        arguments: [
            (DeviceSubtype.application("cc1ad845"), "_CC1AD845"),
            (.namespace(.media), "_%9E5E7C8F47989526C9BCD95D24084F6F0B27C5ED"),
            (.namespace("urn:x-cast:com.spotify.chromecast.secure.v1"), "_%390BFA306A07693043161F476B5C37844A28FB68"),
            (.session("c6d649ed-c3a2-45cd-b8b8-99f868fa6028"), "_%%C6D649ED-C3A2-45CD-B8B8-99F868FA6028"),
        ]
    )
    func labels(subtype: DeviceSubtype, label: String) { #expect(subtype.label == label) }
}
