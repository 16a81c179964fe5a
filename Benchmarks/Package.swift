// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "swift-cast", path: ".."),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        // Its allocation counters need another allocator; AllocationTests counts instead.
        .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
    ],
    targets: [
        // Times of single operations. AllocationTests counts their allocations.
        .executableTarget(
            name: "Wire",
            dependencies: [
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "CastWire", package: "swift-cast"),
                .product(name: "MulticastDNS", package: "swift-cast"),
            ],
            path: "Benchmarks/Wire",
            swiftSettings: settings,
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),

        // Memory, threads and processor time of the process.
        .target(name: "ProcessFacts", swiftSettings: settings),

        // Devices, groups and senders under random faults, for hours. scripts/soak runs it.
        .executableTarget(
            name: "cast-soak",
            dependencies: [
                "ProcessFacts",
                .product(name: "CastMedia", package: "swift-cast"),
                .product(name: "CastReceiver", package: "swift-cast"),
                .product(name: "CastSender", package: "swift-cast"),
                .product(name: "CastWire", package: "swift-cast"),
            ],
            swiftSettings: settings
        ),

        // The measurements of this package for the comparison with other programs. compare/compare.py runs it.
        .executableTarget(
            name: "cast-bench",
            dependencies: [
                "ProcessFacts",
                .product(name: "CastReceiver", package: "swift-cast"),
                .product(name: "CastSender", package: "swift-cast"),
                .product(name: "CastTransport", package: "swift-cast"),
                .product(name: "CastWire", package: "swift-cast"),
                .product(name: "MulticastDNS", package: "swift-cast"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
