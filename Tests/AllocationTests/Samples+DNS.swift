// SPDX-License-Identifier: Apache-2.0

import MulticastDNS

extension Samples {
    /// Returns a device's response to a query for its service type: PTR, SRV, TXT, A and AAAA, with compressed names.
    static func discoveryAnswer() throws -> [UInt8] {
        let type = try DNSName("_googlecast._tcp.local")
        let instance = try type.prepending("Chromecast-b1d8a6f0c2e94f7e8a3f5d6c7b8a9e0f")
        let host = try DNSName("b1d8a6f0-c2e9-4f7e-8a3f-5d6c7b8a9e0f.local")
        let text = try ServiceText([
            "id": "b1d8a6f0c2e94f7e8a3f5d6c7b8a9e0f", "cd": "9E1C4B5A6D7F8091A2B3C4D5E6F70819", "rm": "", "ve": "05",
            "md": "Chromecast", "ic": "/setup/icon.png", "fn": "Living Room", "ca": "4101", "st": "0",
            "bs": "FA8FCA3F0D35", "nf": "1", "rs": "",
        ])
        let location = DNSServiceLocation(port: 8009, target: host)
        return try DNSMessage(
            flags: .response,
            answers: [DNSRecord(name: type, timeToLive: 120, data: .ptr(instance))],
            additionals: [
                DNSRecord(name: instance, flushesCache: true, timeToLive: 4500, data: .txt(text)),
                DNSRecord(name: instance, flushesCache: true, timeToLive: 120, data: .srv(location)),
                DNSRecord(name: host, flushesCache: true, timeToLive: 120, data: .a([192, 0, 2, 7])),
                DNSRecord(
                    name: host,
                    flushesCache: true,
                    timeToLive: 120,
                    data: .aaaa([0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7])
                ),
            ]
        ).datagram()
    }
}
