// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import GoogleCast

@Suite("Values of a session")
struct SessionValueTests {
    @Test("S50 the options of a link are read as they were written, whatever other items it has")
    func links() throws {
        for address in ["https://example.com/watch?v=1&t=%20#x", "app://open", "myapp:?a"] {
            var components = try #require(URLComponents(string: address))
            components.queryItems = (components.queryItems ?? []) + [Sample.openURLOptions.asURLQueryItem()]
            let url = try #require(components.url)
            #expect(GCKOpenURLOptions(from: url) == Sample.openURLOptions)
        }
        let item = Sample.openURLOptions.asURLQueryItem()
        let safe = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        #expect(item.value?.unicodeScalars.allSatisfy(safe.contains) == true)
    }

    @Test(
        "S50 a link without options, or with invalid ones, gives nil",
        arguments: [
            "https://example.com", "app:x", "app://a?gckOpenURLOptions=", "app://a?gckOpenURLOptions",
            "app://a?gckOpenURLOptions=%%%", "app://a?gckOpenURLOptions=bm90IGpzb24", "app://a?gckOpenURLOptions=WzFd",
        ]
    )
    func foreign(_ address: String) throws {
        let url = try #require(URL(string: address))
        #expect(GCKOpenURLOptions(from: url) == nil)
    }

    @Test("All properties of an application are read from a receiver's status")
    func application() {
        let metadata = GCKApplicationMetadata(
            ApplicationStatus(fields: [
                "appId": "CC1AD845", "displayName": "Player", "iconUrl": "https://example.com/i.png",
                "namespaces": [["name": "urn:x-cast:a"], ["name": 5], 7, ["name": "urn:x-cast:b"]],
                "senderApps": [
                    ["platform": "ANDROID", "app_identifier": "x"],
                    ["platform": "IOS", "app_identifier": "com.example", "launch_url": "example://open"],
                ],
            ])
        )
        #expect(metadata.applicationID == "CC1AD845" && metadata.applicationName == "Player")
        #expect(metadata.iconURL == URL(string: "https://example.com/i.png"))
        #expect(metadata.namespaces == ["urn:x-cast:a", "urn:x-cast:b"])
        #expect(metadata.senderApplicationInfo?.platform == .platformiOS)
        #expect(metadata.senderAppIdentifier() == "com.example")
        #expect(metadata.senderAppLaunchURL() == URL(string: "example://open"))
        #expect(metadata.copy() as? GCKApplicationMetadata == metadata)
    }

    @Test("The icon of an old receiver's status is read, and missing values stay empty")
    @available(*, deprecated, message: "tests deprecated API")
    func oldApplication() {
        let old = GCKApplicationMetadata(
            ApplicationStatus(fields: ["appImages": [["url": "https://example.com/o.png"], ["x": 1]]])
        )
        #expect(old.iconURL == URL(string: "https://example.com/o.png") && old.images?.count == 1)
        let empty = GCKApplicationMetadata(ApplicationStatus(fields: [:]))
        #expect(empty.applicationID == "" && empty.applicationName == "" && empty.namespaces == nil)
        #expect(empty.iconURL == nil && empty.images == nil && empty.senderApplicationInfo == nil)
        #expect(empty.senderAppIdentifier() == nil && empty.senderAppLaunchURL() == nil)
    }

    @Test(
        "The applications of statuses have the receiver's values",
        arguments: DeviceMessage.receiver
    )
    func applications(_ message: DeviceMessage) {
        for application in ReceiverStatusMessage(fields: message.object).status.applications {
            let metadata = GCKApplicationMetadata(application)
            #expect(metadata.applicationID == application.appID ?? "")
            #expect(metadata.applicationName == application.displayName ?? "")
            #expect(metadata.namespaces ?? [] == application.namespaces.map { $0.rawValue })
            #expect(metadata.iconURL?.absoluteString == application.fields["iconUrl"]?.stringValue?.nonEmpty)
        }
    }
}
