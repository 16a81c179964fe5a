// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// `run` sets the path of libFuzzer, an archive without a `main`. Without it, the program mutates inputs by itself.
let libFuzzer = Context.environment["FUZZ_LIBFUZZER"]

let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "swift-cast", path: ".."),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    ],
    targets: [
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                .product(name: "CastWire", package: "swift-cast"),
                .product(name: "CastTransport", package: "swift-cast"),
                .product(name: "MulticastDNS", package: "swift-cast"),
                .product(name: "CastMediaProbe", package: "swift-cast"),
                .product(name: "CastMedia", package: "swift-cast"),
                .product(name: "CastSender", package: "swift-cast"),
                .product(name: "CastReceiver", package: "swift-cast"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ],
            swiftSettings: settings + (libFuzzer == nil ? [] : [.define("LIBFUZZER")]),
            linkerSettings: libFuzzer.map { [.unsafeFlags(["-Xlinker", $0, "-lstdc++", "-lm"])] } ?? []
        )
    ],
    swiftLanguageModes: [.v6]
)
