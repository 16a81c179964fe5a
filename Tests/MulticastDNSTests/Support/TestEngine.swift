// SPDX-License-Identifier: Apache-2.0

import Logging
import NIOCore

@testable import MulticastDNS

/// Returns an engine with one link without sockets, which has the index 1. The test provides its events.
func testEngine(on loop: any EventLoop) -> Engine {
    let configuration = MDNSConfiguration()
    let engine = Engine(
        loop: loop,
        selection: .all,
        configuration: configuration,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    let interface = LinkInterface(
        name: "test0",
        index: 1,
        addresses: [LinkInterface.Address(bytes: [10, 0, 0, 7], prefixLength: 24)]
    )
    let active = Engine.ActiveLink(
        link: Link(interface: interface, configuration: configuration, jitter: Jitter(seed: 1)),
        network: NetworkInterface(link: interface, devices: [])
    )
    active.isRunning = true
    engine.links[1] = active
    return engine
}
