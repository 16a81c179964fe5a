// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import AppleProductTypes
import PackageDescription

let package = Package(
    name: "CastVideosUIKit",
    platforms: [.iOS(.v17)],
    products: [
        .iOSApplication(
            name: "CastVideosUIKit",
            targets: ["AppModule"],
            bundleIdentifier: "org.example.CastVideosUIKit",
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
            dependencies: [.product(name: "GoogleCast", package: "swift-cast")],
            path: "Sources"
        )
    ]
)
