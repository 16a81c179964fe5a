// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import AppleProductTypes
import PackageDescription

let package = Package(
    name: "CastVideos",
    platforms: [.iOS(.v17)],
    products: [
        .iOSApplication(
            name: "CastVideos",
            targets: ["AppModule"],
            bundleIdentifier: "org.example.CastVideos",
            displayVersion: "1.0",
            bundleVersion: "1",
            supportedDeviceFamilies: [.pad, .phone],
            supportedInterfaceOrientations: [.portrait, .landscapeLeft, .landscapeRight],
            additionalInfoPlistContentFilePath: "LocalNetwork.plist"
        )
    ],
    dependencies: [.package(name: "swift-cast", path: "../..")],
    targets: [
        .executableTarget(
            name: "AppModule",
            dependencies: [
                .product(name: "CastSwiftUI", package: "swift-cast"),
                .product(name: "CastUI", package: "swift-cast"),
                .product(name: "CastSender", package: "swift-cast"),
                .product(name: "CastWire", package: "swift-cast"),
                // For the preview, which has a virtual device.
                .product(name: "CastReceiver", package: "swift-cast"),
                .product(name: "CastTransport", package: "swift-cast"),
            ],
            path: "Sources"
        )
    ]
)
