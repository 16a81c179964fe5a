// swift-tools-version: 6.2

import PackageDescription

var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// CI sets this. It is not on by default, so that a newer compiler's new warning never breaks a user's build.
if Context.environment["CAST_WARNINGS_AS_ERRORS"] != nil {
    settings.append(.treatAllWarnings(as: .error))
}

// `CAST_RELEASE_TESTS=1 swift test -c release` runs the engine's tests with the optimizer on. They need `@testable`, which
// a release build allows only on request. The other modules are left out: they would be compiled a second time for it.
let testsReleaseBuild = Context.environment["CAST_RELEASE_TESTS"] != nil
if testsReleaseBuild {
    settings.append(.unsafeFlags(["-enable-testing"], .when(configuration: .release)))
}

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioConcurrencyHelpers = Target.Dependency.product(name: "NIOConcurrencyHelpers", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioTestUtils = Target.Dependency.product(name: "NIOTestUtils", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioWebSocket = Target.Dependency.product(name: "NIOWebSocket", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let nioTLS = Target.Dependency.product(name: "NIOTLS", package: "swift-nio")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTLS = Target.Dependency.product(name: "HummingbirdTLS", package: "hummingbird")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "swift-cast",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .visionOS(.v1)],
    products: [
        .library(name: "CastWire", targets: ["CastWire"]),
        .library(name: "MulticastDNS", targets: ["MulticastDNS"]),
        .library(name: "CastTransport", targets: ["CastTransport"]),
        .library(name: "CastSender", targets: ["CastSender"]),
        .library(name: "CastReceiver", targets: ["CastReceiver"]),
        .library(name: "CastUI", targets: ["CastUI"]),
        .library(name: "CastMedia", targets: ["CastMedia"]),
        .library(name: "CastRemote", targets: ["CastRemote"]),
        .library(name: "CastTesting", targets: ["CastTesting"]),
        .library(name: "GoogleCast", targets: ["GoogleCast"]),
        .executable(name: "cast", targets: ["cast"]),
    ],
    traits: [
        .trait(
            name: "SystemDiscovery",
            description: "Find devices by the system's daemon through dns_sd.h, which on Linux is Avahi's."
        )
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
    ],
    targets: [
        // Ground: what travels on the wire.
        .target(
            name: "CastWire",
            dependencies: [.product(name: "SwiftProtobuf", package: "swift-protobuf")],
            exclude: ["Message/cast_channel.proto", "DeviceAuth/revocation.proto"],
            swiftSettings: settings
        ),

        // Ground as well: which connections a listener holds.
        .target(name: "CastAdmission", swiftSettings: settings),

        // Ground as well: descriptions of errors for users.
        .target(name: "SystemErrors", dependencies: [nioCore, nioPosix, nioSSL], swiftSettings: settings),

        // Floor 0: sockets.
        .target(
            name: "MulticastDNS",
            dependencies: [
                "SystemErrors", nioCore, nioPosix, nioConcurrencyHelpers, deque, logging,
                .target(name: "CDNSSD", condition: .when(platforms: [.linux], traits: ["SystemDiscovery"])),
            ],
            swiftSettings: settings
        ),
        // Avahi's form of Apple's dns_sd.h (libavahi-compat-libdnssd-dev); Apple's systems have a module of their own.
        .systemLibrary(name: "CDNSSD"),
        .target(
            name: "CastTransport",
            dependencies: [
                "CastWire", "CastAdmission", "SystemErrors", nioCore, nioPosix, nioConcurrencyHelpers, nioSSL, nioTLS,
                logging,
                deque,
                crypto, cryptoExtras, x509, asn1,
            ],
            swiftSettings: settings
        ),

        .target(name: "CastMediaProbe", swiftSettings: settings),

        .target(
            name: "CastHTTP",
            dependencies: ["CastAdmission", hummingbirdCore, nioCore, nioHTTP1, nioConcurrencyHelpers, logging],
            swiftSettings: settings
        ),

        // Ground as well: requests to addresses that a peer named.
        .target(
            name: "CastHTTPClient",
            dependencies: [
                "SystemErrors", nioCore, nioPosix, nioConcurrencyHelpers, nioHTTP1, nioSSL, asyncHTTPClient,
            ],
            swiftSettings: settings
        ),

        // Floor 1: the two ends. Neither imports the other.
        .target(
            name: "CastSender",
            dependencies: [
                "CastWire", "CastTransport", "MulticastDNS",
                nioCore, nioPosix, nioConcurrencyHelpers, logging, deque,
                crypto, cryptoExtras, x509, asn1,
            ],
            swiftSettings: settings
        ),
        .target(
            name: "CastReceiver",
            dependencies: [
                "CastWire", "CastAdmission", "CastTransport", "MulticastDNS", "CastMediaProbe", "CastHTTP",
                "CastArtwork",
                "CastHTTPClient", "SystemErrors",
                nioCore, nioPosix, nioConcurrencyHelpers, nioSSL, nioHTTP1, nioWebSocket, logging, deque,
                crypto, cryptoExtras, x509, asn1,
                hummingbird, hummingbirdCore, hummingbirdTLS, httpTypes, asyncHTTPClient, serviceLifecycle,
            ],
            resources: [.embedInCode("Resources")],
            swiftSettings: settings
        ),

        // Floor 2: local media.
        .target(
            name: "CastMedia",
            dependencies: [
                "CastAdmission", "CastHTTP", "CastHTTPClient", "SystemErrors", asyncHTTPClient, nioHTTP1,
                nioCore, nioPosix, nioConcurrencyHelpers, hummingbirdCore, httpTypes, serviceLifecycle, logging,
            ],
            swiftSettings: settings
        ),

        // Floor 1 as well, of nothing of ours: pictures that somebody names.
        .target(
            name: "CastArtwork",
            dependencies: [
                "CastHTTPClient", nioCore, nioPosix, nioConcurrencyHelpers, nioHTTP1, nioSSL, asyncHTTPClient, crypto,
                deque,
            ],
            swiftSettings: settings
        ),

        // Floor 3: what people see, as values.
        .target(name: "CastUI", dependencies: ["CastSender", "CastWire"], swiftSettings: settings),

        // Floor 4: the GCK* classes.
        .target(
            name: "GoogleCast",
            dependencies: [
                "CastUI", "CastSender", "CastTransport", "CastWire", "MulticastDNS", "CastArtwork", "HeadlessUIKit",
                nioCore, nioConcurrencyHelpers, logging,
            ],
            swiftSettings: settings
        ),

        // Floor 4: what people see, as a page.
        .target(
            name: "CastRemote",
            dependencies: [
                "CastUI", "CastSender", "CastMedia", "CastArtwork", "CastAdmission", "CastHTTP", "CastWire",
                "SystemErrors",
                nioCore, nioPosix,
                nioConcurrencyHelpers,
                crypto,
                hummingbird, hummingbirdCore, httpTypes, logging,
            ],
            resources: [.embedInCode("Resources")],
            swiftSettings: settings
        ),

        // Floor 5: the command line tool.
        .executableTarget(
            name: "cast",
            dependencies: [
                "CastWire", "CastTransport", "MulticastDNS", "CastSender", "CastReceiver", "CastMedia", "CastUI",
                "CastRemote", "SystemErrors", nioCore, nioPosix, argumentParser,
            ],
            swiftSettings: settings
        ),

        // Aside: the system's service discovery, by itself, for an interoperability lane.
        .executableTarget(
            name: "SystemDiscoveryProbe",
            dependencies: ["MulticastDNS"],
            path: "Interop/SystemDiscoveryProbe",
            swiftSettings: settings
        ),

        // Aside: the casting logic of an app, as a program.
        .executableTarget(
            name: "FilmNight",
            dependencies: ["GoogleCast", "CastReceiver", "CastMedia", nioCore, nioPosix],
            path: "Examples/FilmNight",
            swiftSettings: settings
        ),

        // Aside: what UIKit declares, for platforms that have none.
        .target(name: "HeadlessUIKit", swiftSettings: settings),

        // Aside: what tests of this package and of others need.
        .target(
            name: "CastTesting",
            dependencies: [
                "CastWire", "CastTransport", nioCore, nioPosix, nioEmbedded, nioConcurrencyHelpers, nioSSL, nioTLS,
                deque,
            ],
            swiftSettings: settings
        ),

        .testTarget(name: "CastWireTests", dependencies: ["CastWire", nioCore, nioTestUtils], swiftSettings: settings),
        .testTarget(
            name: "SystemErrorsTests",
            dependencies: ["SystemErrors", nioCore, nioPosix, nioSSL],
            swiftSettings: settings
        ),
        .testTarget(name: "CastAdmissionTests", dependencies: ["CastAdmission"], swiftSettings: settings),
        .testTarget(
            name: "CastHTTPTests",
            dependencies: ["CastHTTP", nioCore, nioEmbedded, nioHTTP1],
            swiftSettings: settings
        ),
        .testTarget(
            name: "MulticastDNSTests",
            dependencies: ["MulticastDNS", nioCore, nioPosix, nioEmbedded, logging],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CastTransportTests",
            dependencies: [
                "CastTransport", "CastWire", "CastTesting", nioCore, nioPosix, nioEmbedded, nioTestUtils, nioSSL,
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CastSenderTests",
            dependencies: [
                "CastSender", "CastTransport", "CastWire", "CastTesting", "MulticastDNS", nioCore, nioPosix,
                nioEmbedded, crypto, cryptoExtras, x509, asn1,
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CastReceiverTests",
            dependencies: [
                "CastReceiver", "CastAdmission", "CastTransport", "CastWire", "CastTesting", "CastArtwork",
                "CastHTTPClient",
                "MulticastDNS", nioCore, nioPosix, nioConcurrencyHelpers, nioEmbedded, nioSSL, asyncHTTPClient,
                httpTypes,
                logging,
                crypto, cryptoExtras, x509, asn1,
            ],
            swiftSettings: settings
        ),
        .testTarget(name: "HeadlessUIKitTests", dependencies: ["HeadlessUIKit"], swiftSettings: settings),
        .testTarget(
            name: "CastUITests",
            dependencies: ["CastUI", "CastSender", "CastWire", nioCore],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CastRemoteTests",
            dependencies: [
                "CastRemote", "CastAdmission", "CastUI", "CastSender", "CastArtwork", "CastHTTPClient", "CastTesting",
                "CastTransport", "CastWire",
                nioCore, nioHTTP1, nioPosix, asyncHTTPClient, httpTypes,
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CastMediaTests",
            dependencies: [
                "CastMedia", "CastTesting", "CastTransport", nioCore, nioPosix, nioHTTP1, asyncHTTPClient, httpTypes,
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CastArtworkTests",
            dependencies: [
                "CastArtwork", "CastHTTPClient", "CastTesting", nioCore, nioPosix, nioConcurrencyHelpers, nioSSL, x509,
                asn1, crypto,
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CastHTTPClientTests",
            dependencies: [
                "CastHTTPClient", "CastTesting", nioCore, nioPosix, nioHTTP1, nioConcurrencyHelpers, asyncHTTPClient,
            ],
            swiftSettings: settings
        ),
        .testTarget(name: "CastMediaProbeTests", dependencies: ["CastMediaProbe"], swiftSettings: settings),
        .testTarget(
            name: "Scenarios",
            dependencies: [
                "CastSender", "CastReceiver", "CastUI", "CastTransport", "CastWire", "CastMedia", "CastTesting",
                "MulticastDNS", nioCore, nioPosix, nioEmbedded, nioHTTP1, nioConcurrencyHelpers,
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "GoogleCastTests",
            dependencies: [
                "GoogleCast", "HeadlessUIKit", "CastArtwork", "CastUI", "CastSender", "CastReceiver", "CastTransport",
                "CastWire", "CastTesting",
                nioCore, nioPosix, nioEmbedded, nioConcurrencyHelpers, logging,
            ],
            // Compiled by a test, together with samples that lie elsewhere.
            exclude: ["Samples/Programs"],
            swiftSettings: settings
        ),
        // One message from a peer to everything that shows it.
        .testTarget(
            name: "ExtremeNumbers",
            dependencies: [
                "cast", "CastRemote", "GoogleCast", "HeadlessUIKit", "CastUI", "CastSender", "CastReceiver",
                "CastTransport", "CastWire", "CastTesting", nioCore, nioEmbedded,
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "cast", "CastUI", "CastSender", "CastWire", "CastTransport", "CastMedia", "MulticastDNS", nioCore,
                nioPosix, nioHTTP1,
                asyncHTTPClient,
            ],
            // Read where they lie, and written there when they are recorded anew.
            exclude: ["Snapshots"],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)

if testsReleaseBuild {
    let engine: Set = [
        "CastWire", "SystemErrors", "CastAdmission", "CDNSSD", "MulticastDNS", "CastTransport", "CastSender",
        "CastTesting",
    ]
    package.products.removeAll { !engine.contains($0.name) }
    package.targets.removeAll { !engine.contains($0.name) && !engine.contains(String($0.name.dropLast("Tests".count))) }
}
