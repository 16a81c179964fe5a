// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// CI sets this variable. It is off by default, so that a new warning of a newer compiler does not break a user's build.
if Context.environment["CAST_WARNINGS_AS_ERRORS"] != nil {
    settings.append(.treatAllWarnings(as: .error))
}

// `CAST_RELEASE_TESTS=1 swift test -c release` runs the engine's tests with the optimizer on. They need `@testable`,
// which a release build allows only with `-enable-testing`. The other tests are removed from the package in this case: they
// would take as long to compile as everything else.
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
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
// Programs are started only where swift-subprocess can do it.
let subprocess = Target.Dependency.product(
    name: "Subprocess",
    package: "swift-subprocess",
    condition: .when(platforms: [.linux, .macOS])
)
// Only where UIKit does not exist.
let headlessUIKit = Target.Dependency.target(name: "HeadlessUIKit", condition: .when(platforms: [.linux, .macOS]))
let toml = Target.Dependency.product(name: "TOMLKit", package: "TOMLKit")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

// packaging/build sets this variable, so that the tool can print the commit that it was built from.
let buildInformation: [CSetting] =
    Context.environment["CAST_COMMIT"].map { [.define("CAST_COMMIT", to: "\"\($0)\"")] } ?? []

let package = Package(
    name: "swift-cast",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .visionOS(.v1)],
    products: [
        .library(name: "Cast", targets: ["Cast"]),
        .library(name: "CastWire", targets: ["CastWire"]),
        .library(name: "MulticastDNS", targets: ["MulticastDNS"]),
        .library(name: "CastTransport", targets: ["CastTransport"]),
        .library(name: "CastSender", targets: ["CastSender"]),
        .library(name: "CastReceiver", targets: ["CastReceiver"]),
        .library(name: "CastUI", targets: ["CastUI", "CastLocalization"]),
        .library(name: "CastMedia", targets: ["CastMedia"]),
        .library(name: "CastMediaProbe", targets: ["CastMediaProbe"]),
        .library(name: "CastRemote", targets: ["CastRemote"]),
        .library(name: "CastBridge", targets: ["CastBridge"]),
        .library(name: "CastConformance", targets: ["CastConformance"]),
        .library(name: "CastRecording", targets: ["CastRecording"]),
        .library(name: "CastTesting", targets: ["CastTesting"]),
        .library(name: "GoogleCast", targets: ["GoogleCast", "GoogleCastConstants"]),
        .library(name: "CastSwiftUI", targets: ["CastSwiftUI"]),
        .executable(name: "cast", targets: ["CastCommand"]),
    ],
    traits: [
        .trait(
            name: "SystemDiscovery",
            description: "Discover devices with the system's mDNS daemon through dns_sd.h (Avahi on Linux)."
        ),
        .trait(
            name: "MQTT",
            description: "Connect sites to an MQTT broker with libmosquitto (cast bridge, cast fleet)."
        ),
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
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
    ],
    targets: [
        // The comments name the layers of docs/architecture.md, which scripts/check-layers enforces.

        // Foundation layer: messages, framing and payloads.
        .target(
            name: "CastWire",
            dependencies: [.product(name: "SwiftProtobuf", package: "swift-protobuf")],
            exclude: ["DeviceAuth/device_auth.proto", "DeviceAuth/revocation.proto"],
            swiftSettings: settings
        ),

        // Foundation layer: limits on the connections of a listener.
        .target(name: "CastAdmission", swiftSettings: settings),

        // Foundation layer: files that only this user may read.
        .target(
            name: "CastFiles",
            dependencies: [nioConcurrencyHelpers, nioPosix, systemPackage],
            swiftSettings: settings
        ),

        // Foundation layer: values and events with any number of readers, and the timer of a state machine.
        .target(name: "CastConcurrency", dependencies: [nioConcurrencyHelpers, nioCore], swiftSettings: settings),

        // Foundation layer, below the others: descriptions of system errors for users.
        .target(name: "SystemErrors", dependencies: [nioCore, nioPosix, nioSSL], swiftSettings: settings),

        // Layer 1: multicast DNS.
        .target(
            name: "MulticastDNS",
            dependencies: [
                "SystemErrors", "CastConcurrency", nioCore, nioPosix, nioConcurrencyHelpers, deque, logging,
                .target(name: "CDNSSD", condition: .when(platforms: [.linux], traits: ["SystemDiscovery"])),
            ],
            swiftSettings: settings
        ),
        // Foundation layer: Avahi's version of Apple's dns_sd.h (libavahi-compat-libdnssd-dev). Apple's SDKs contain a
        // module for dns_sd.h.
        .systemLibrary(name: "CDNSSD"),

        // Layer 1: Cast sockets over TLS and in memory.
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

        // Foundation layer: containers, tracks and durations of media files, formats and sizes of images.
        .target(name: "CastMediaProbe", swiftSettings: settings),

        // Layer 1: listening, connection limits and request checks of HTTP servers.
        .target(
            name: "CastHTTP",
            dependencies: [
                "CastAdmission", hummingbird, hummingbirdCore, httpTypes, nioCore, nioHTTP1, nioConcurrencyHelpers,
                logging,
            ],
            swiftSettings: settings
        ),

        // Foundation layer: HTTP requests to URLs that a peer specified.
        .target(
            name: "CastHTTPClient",
            dependencies: [
                "SystemErrors", nioCore, nioPosix, nioConcurrencyHelpers, nioHTTP1, nioSSL, asyncHTTPClient,
            ],
            swiftSettings: settings
        ),

        // Layer 2: sender and receiver. Neither depends on the other.
        .target(
            name: "CastSender",
            dependencies: [
                "CastWire", "CastConcurrency", "CastFiles", "CastTransport", "MulticastDNS",
                nioCore, nioPosix, nioConcurrencyHelpers, logging, deque, systemPackage,
                crypto, cryptoExtras, x509, asn1,
            ],
            swiftSettings: settings
        ),
        .target(
            name: "CastReceiver",
            dependencies: [
                "CastWire", "CastAdmission", "CastConcurrency", "CastFiles", "CastTransport", "MulticastDNS",
                "CastMediaProbe", "CastHTTP", "CastArtwork", "CastArtworkHTTP", "CastHTTPClient", "SystemErrors",
                nioCore, nioPosix, nioConcurrencyHelpers, nioSSL, nioHTTP1, nioWebSocket, logging, deque, systemPackage,
                crypto, cryptoExtras, x509, asn1,
                hummingbird, hummingbirdCore, hummingbirdTLS, httpTypes, asyncHTTPClient, serviceLifecycle,
            ],
            resources: [.embedInCode("Resources")],
            swiftSettings: settings
        ),

        // Layer 2: recordings of sessions, and their replay.
        .target(
            name: "CastRecording",
            dependencies: [
                "CastWire", "CastConcurrency", "CastFiles", "CastTransport", nioCore, nioPosix, nioConcurrencyHelpers,
                systemPackage,
            ],
            swiftSettings: settings
        ),

        // Layer 3: the server for local files, and their inspection and conversion.
        .target(
            name: "CastMedia",
            dependencies: [
                "CastWire", "CastAdmission", "CastConcurrency", "CastFiles", "CastHTTP", "CastHTTPClient",
                "CastMediaProbe",
                "SystemErrors",
                asyncHTTPClient, nioHTTP1, subprocess, systemPackage,
                nioCore, nioPosix, nioConcurrencyHelpers, hummingbirdCore, httpTypes, serviceLifecycle, logging,
            ],
            swiftSettings: settings
        ),

        // Foundation layer, above the others: checked images, and their cache on disk.
        .target(
            name: "CastArtwork",
            dependencies: [
                "CastFiles", "CastWire", "CastMediaProbe", nioConcurrencyHelpers, crypto, deque, systemPackage,
            ],
            swiftSettings: settings
        ),

        // Layer 1: images from URLs that a peer specified. Apps for Apple's systems use the system's HTTP client instead.
        .target(
            name: "CastArtworkHTTP",
            dependencies: [
                "CastArtwork", "CastHTTPClient", "CastConcurrency", "CastWire", nioCore, nioHTTP1, nioSSL,
                asyncHTTPClient,
                crypto,
            ],
            swiftSettings: settings
        ),

        // Layer 3: the state of all user interfaces, as values.
        .target(name: "CastUI", dependencies: ["CastSender", "CastWire"], swiftSettings: settings),

        // Layer 4: texts in the formats of any locale. A module of its own, because a program with a static standard library that
        // uses Foundation contains the tables of ICU.
        .target(name: "CastLocalization", dependencies: ["CastUI"], swiftSettings: settings),

        // Layer 4: casting of media over sessions, and the modules that an app needs, with one import.
        .target(
            name: "Cast",
            dependencies: [
                "CastMedia", "CastMediaProbe", "CastSender", "CastTransport", "CastWire", nioConcurrencyHelpers,
            ],
            swiftSettings: settings
        ),

        // Layer 4: the GCK* classes.
        .target(
            name: "GoogleCast",
            dependencies: [
                "CastUI", "CastLocalization", "CastSender", "CastConcurrency", "CastTransport", "CastWire",
                "MulticastDNS",
                "CastArtwork",
                .target(name: "CastArtworkHTTP", condition: .when(platforms: [.linux])),
                .target(
                    name: "GoogleCastConstants",
                    condition: .when(platforms: [.macOS, .iOS, .tvOS, .visionOS, .macCatalyst])
                ),
                headlessUIKit, nioCore, nioConcurrencyHelpers, logging,
            ],
            resources: [.copy("Resources/PrivacyInfo.xcprivacy")],
            swiftSettings: settings
        ),

        // Foundation layer: the constants of GoogleCast for apps in Objective-C. Empty on other systems.
        .target(name: "GoogleCastConstants"),

        // Layer 4: the widgets for SwiftUI. Empty on other systems.
        .target(
            name: "CastSwiftUI",
            dependencies: ["CastUI", "CastLocalization", "CastSender"],
            resources: [.copy("Resources/PrivacyInfo.xcprivacy")],
            swiftSettings: settings
        ),

        // Layer 4: cases that examine Cast devices, and their report.
        .target(
            name: "CastConformance",
            dependencies: [
                "CastMedia", "CastReceiver", "CastSender", "CastTransport", "CastWire", "CastHTTPClient",
                "CastConcurrency", "MulticastDNS",
                asyncHTTPClient, deque, nioCore, nioHTTP1, nioPosix, nioSSL, nioTLS, nioConcurrencyHelpers,
            ],
            swiftSettings: settings
        ),

        // Layer 5: the web remote.
        .target(
            name: "CastRemote",
            dependencies: [
                "Cast", "CastBridge", "CastUI", "CastSender", "CastMedia", "CastMediaProbe", "CastArtwork",
                "CastArtworkHTTP",
                "CastAdmission",
                "CastFiles",
                "CastHTTP",
                "CastHTTPClient", "CastWire", "SystemErrors",
                nioCore, nioPosix,
                nioConcurrencyHelpers,
                crypto, systemPackage,
                hummingbird, hummingbirdCore, httpTypes, logging,
            ],
            resources: [.embedInCode("Resources")],
            swiftSettings: settings
        ),

        // Layer 4: the bridge to an MQTT broker, and the control of many sites over it.
        .target(
            name: "CastBridge",
            dependencies: [
                "CastSender", "CastConcurrency", "CastMedia", "CastWire", nioCore, nioPosix, nioConcurrencyHelpers,
                .target(name: "CMosquitto", condition: .when(traits: ["MQTT"])),
            ],
            swiftSettings: settings
        ),
        // Foundation layer: the MQTT client of Eclipse Mosquitto (libmosquitto-dev).
        .systemLibrary(name: "CMosquitto"),

        // Foundation layer: the commit of a build.
        .target(name: "CBuildInformation", cSettings: buildInformation),

        // Layer 6: the command-line tool, product `cast`. Its module has another name, because file systems that do not
        // distinguish case cannot hold the modules `cast` and `Cast`.
        .executableTarget(
            name: "CastCommand",
            dependencies: [
                "Cast", "CastWire", "CastFiles", "CastHTTPClient", "CastTransport", "MulticastDNS", "CastSender",
                "CastReceiver", "CastMedia", "CastUI", "CastConformance", "CastRecording",
                "CastRemote", "CastBridge", "CastMediaProbe", "SystemErrors", nioCore, nioPosix,
                nioConcurrencyHelpers,
                argumentParser, toml, systemPackage, "CBuildInformation",
            ],
            swiftSettings: settings
        ),

        // Layer 2, not a product: discovery with the system's daemon, for an interoperability test.
        .executableTarget(
            name: "SystemDiscoveryProbe",
            dependencies: ["MulticastDNS"],
            path: "Interop/SystemDiscoveryProbe",
            swiftSettings: settings
        ),

        // Layer 6, not a product: an example of the casting logic of an app.
        .executableTarget(
            name: "FilmNight",
            dependencies: ["GoogleCast", "Cast", "CastReceiver", nioCore, nioPosix],
            path: "Examples/FilmNight",
            swiftSettings: settings
        ),

        // Beside the layers: declarations of UIKit for systems without UIKit.
        .target(name: "HeadlessUIKit", dependencies: ["CastMediaProbe"], swiftSettings: settings),

        // Layer 2: tools for tests of this package and of programs that use it.
        .target(
            name: "CastTesting",
            dependencies: [
                "CastWire", "CastTransport", nioCore, nioPosix, nioEmbedded, nioConcurrencyHelpers, nioSSL, nioTLS,
                deque,
            ],
            swiftSettings: settings
        ),

        .testTarget(
            name: "CastWireTests",
            dependencies: [
                "CastWire", nioCore, nioTestUtils, .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            // Tests of this and of other targets read the fixtures in place.
            exclude: ["Fixtures", "Support/cast_message.proto"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SystemErrorsTests",
            dependencies: ["SystemErrors", nioCore, nioPosix, nioSSL],
            swiftSettings: settings
        ),
        .testTarget(name: "CastFilesTests", dependencies: ["CastFiles", systemPackage], swiftSettings: settings),
        .testTarget(
            name: "CastConcurrencyTests",
            dependencies: ["CastConcurrency", nioCore, nioEmbedded, nioPosix],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CastBridgeTests",
            dependencies: [
                "CastBridge", "CastConcurrency", "CastReceiver", "CastSender", "CastTransport", "CastTesting",
                "CastWire",
                nioCore,
                nioPosix,
                nioConcurrencyHelpers,
            ],
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
                "CastSender", "CastConcurrency", "CastTransport", "CastWire", "CastTesting", "MulticastDNS", nioCore,
                nioPosix, nioConcurrencyHelpers, nioEmbedded, logging, crypto, cryptoExtras, x509, asn1,
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CastReceiverTests",
            dependencies: [
                "CastReceiver", "CastAdmission", "CastTransport", "CastWire", "CastTesting", "CastArtwork",
                "CastArtworkHTTP",
                "CastHTTP", "CastHTTPClient",
                "MulticastDNS", nioCore, nioPosix, nioConcurrencyHelpers, nioEmbedded, nioSSL, asyncHTTPClient,
                httpTypes,
                logging,
                crypto, cryptoExtras, x509, asn1,
            ],
            exclude: ["Fixtures"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CastConformanceTests",
            dependencies: [
                "CastConformance", "CastReceiver", "CastMedia", "CastSender", "CastTransport", "CastWire",
                "CastTesting", "MulticastDNS", nioCore, nioPosix, nioConcurrencyHelpers,
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CastRecordingTests",
            dependencies: [
                "CastRecording", "CastReceiver", "CastSender", "CastTransport", "CastWire", "CastTesting", nioCore,
                nioPosix,
            ],
            swiftSettings: settings
        ),
        .testTarget(name: "HeadlessUIKitTests", dependencies: ["HeadlessUIKit"], swiftSettings: settings),
        .testTarget(
            name: "CastUITests",
            dependencies: ["CastUI", "CastLocalization", "CastSender", "CastWire", nioCore],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CastRemoteTests",
            dependencies: [
                "CastRemote", "CastBridge", "CastAdmission", "CastUI", "CastLocalization", "CastSender", "CastArtwork",
                "CastArtworkHTTP",
                "CastHTTPClient", "CastTesting",
                "CastMedia", "CastMediaProbe", "CastTransport", "CastWire",
                nioCore, nioHTTP1, nioPosix, asyncHTTPClient, httpTypes,
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CastMediaTests",
            dependencies: [
                "CastMedia", "CastMediaProbe", "CastHTTPClient", "CastTesting", "CastTransport", "CastWire", nioCore,
                nioPosix, nioHTTP1, nioSSL, nioConcurrencyHelpers, asyncHTTPClient, httpTypes, crypto, x509, asn1,
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CastArtworkTests",
            dependencies: [
                "CastArtwork", "CastArtworkHTTP", "CastHTTPClient", "CastMediaProbe", "CastTesting", nioCore, nioPosix,
                nioConcurrencyHelpers, nioSSL, x509, asn1, crypto,
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CastHTTPClientTests",
            dependencies: [
                "CastHTTPClient", "CastConcurrency", "CastTesting", nioCore, nioPosix, nioHTTP1, nioConcurrencyHelpers,
                asyncHTTPClient,
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CastTests",
            dependencies: ["Cast", "CastReceiver", nioConcurrencyHelpers],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CastMediaProbeTests",
            dependencies: ["CastMediaProbe", "CastTesting"],
            swiftSettings: settings
        ),
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
                "GoogleCast", "HeadlessUIKit", "CastArtwork", "CastArtworkHTTP", "CastMediaProbe", "CastUI",
                "CastLocalization", "CastConformance",
                "CastSender",
                "CastReceiver",
                "CastTransport",
                "CastWire", "CastTesting",
                // For the programs of the README, which a test compiles.
                "Cast",
                nioCore, nioPosix, nioEmbedded, nioConcurrencyHelpers, logging,
            ],
            // A test compiles the programs together with the samples in Fixtures.
            exclude: ["Fixtures", "Samples/Programs"],
            swiftSettings: settings
        ),
        // Passes extreme numbers in a peer's message through all modules up to every user interface.
        .testTarget(
            name: "ExtremeNumbers",
            dependencies: [
                "CastCommand", "CastRemote", "GoogleCast", "HeadlessUIKit", "CastUI", "CastLocalization", "CastSender",
                "CastReceiver", "CastTransport", "CastWire", "CastTesting", nioCore, nioEmbedded,
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "CastCommand", "CastUI", "CastSender", "CastWire", "CastTransport", "CastMedia", "MulticastDNS",
                "CastConformance",
                nioCore, nioPosix, nioHTTP1, nioConcurrencyHelpers, asyncHTTPClient,
            ],
            // Tests read the snapshots in place and overwrite them in recording mode.
            exclude: ["Snapshots"],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)

// `CAST_SIMULATOR_TESTS=1 xcodebuild test` runs the engine's tests in a simulator, where no programs can be started.
let testsInSimulator = Context.environment["CAST_SIMULATOR_TESTS"] != nil
if testsInSimulator {
    package.targets.removeAll { $0.type == .executable }
    package.products.removeAll { $0.name == "cast" }
}

if testsReleaseBuild || testsInSimulator {
    let engine: Set = [
        "CastWire", "SystemErrors", "CastAdmission", "CastConcurrency", "MulticastDNS", "CastTransport", "CastSender",
        "CastBridge",
    ]
    package.targets.removeAll { $0.type == .test && !engine.contains(String($0.name.dropLast("Tests".count))) }
}

// The engine is tested as it ships; optimizing its tests takes minutes and proves nothing more.
if testsReleaseBuild {
    for target in package.targets where target.type == .test {
        target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
    }
}

// Allocations are counted in a release build only. The counter replaces the allocator of the program that contains it.
if testsReleaseBuild {
    package.targets += [
        .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
        .testTarget(
            name: "AllocationTests",
            dependencies: ["CAllocationCounter", "CastWire", "MulticastDNS"],
            swiftSettings: settings
        ),
        // The program of `scripts/instructions`.
        .executableTarget(
            name: "Operations",
            dependencies: ["CastWire", "MulticastDNS"],
            path: "Tests/Operations",
            exclude: ["instructions.json"],
            swiftSettings: settings
        ),
    ]
}

// The program of `Fuzz/run`, which needs `@testable`, too. The script sets the path of libFuzzer, an archive without a `main`.
// Without it, the program mutates inputs by itself.
if testsReleaseBuild {
    let libFuzzer = Context.environment["FUZZ_LIBFUZZER"]
    package.targets.append(
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "CastWire", "CastTransport", "MulticastDNS", "CastMediaProbe", "CastMedia", "CastSender",
                "CastReceiver", "CastRecording", "CastBridge", "CastTesting", nioCore, nioConcurrencyHelpers, x509,
                asn1,
            ],
            path: "Fuzz/Sources",
            swiftSettings: settings + (libFuzzer == nil ? [] : [.define("LIBFUZZER")]),
            linkerSettings: libFuzzer.map { [.unsafeFlags(["-Xlinker", $0, "-lstdc++", "-lm"])] } ?? []
        )
    )
}

// `CAST_TEST_TARGETS="CastWireTests MulticastDNSTests"` reduces the package to these test targets and what they depend on, so
// that builds with other options (sanitizers, coverage, mutants) take minutes.
if let names = Context.environment["CAST_TEST_TARGETS"] {
    let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    var kept: Set<String> = []
    var pending = names.split(separator: " ").map(String.init)
    while let name = pending.popLast() {
        guard let target = targets[name], kept.insert(name).inserted else { continue }
        for dependency in target.dependencies {
            switch dependency {
            case .targetItem(let name, _), .byNameItem(let name, _): pending.append(name)
            default: break
            }
        }
    }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { _ in true }
}
