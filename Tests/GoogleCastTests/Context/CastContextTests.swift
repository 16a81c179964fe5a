// SPDX-License-Identifier: Apache-2.0

import CastSender
import Foundation
import Testing

@testable import GoogleCast

@MainActor
@Suite("Cast context", .serialized)
struct CastContextTests {
    @Test("T1 T2 T3 The context is created once, from a copy of the options")
    func once() async throws {
        try await CastStage.perform { stage in
            #expect(!GCKCastContext.isSharedInstanceInitialized())
            let options = GCKCastOptions(discoveryCriteria: stage.criteria)
            options.disableDiscoveryAutostart = true
            #expect(GCKCastContext.create(options, stage.environmentForTests))
            #expect(GCKCastContext.isSharedInstanceInitialized())
            let context = GCKCastContext.sharedInstance()
            options.suspendSessionsWhenBackgrounded = false
            options.disableDiscoveryAutostart = false
            #expect(context.castOptions.suspendSessionsWhenBackgrounded && !context.discoveryManager.discoveryActive)
            var error: GCKError?
            #expect(!GCKCastContext.setSharedInstanceWith(options, error: &error))
            #expect(error?.code == GCKErrorCode.alreadyInitialized.rawValue)
            #expect(!GCKCastContext.setSharedInstanceWith(options, error: nil))
            #expect(GCKCastContext.sharedInstance() === context)
        }
    }

    @Test("T2 Using the context before it is created ends the program with a message that says what to do")
    func missing() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { _ = GCKCastContext.sharedInstance() }
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("setSharedInstanceWith"))
    }

    @Test("T1 Creating the context twice ends the program")
    func twice() async {
        await #expect(processExitsWith: .failure) {
            await MainActor.run {
                let options = GCKCastOptions(discoveryCriteria: GCKDiscoveryCriteria(applicationID: "X"))
                options.disableDiscoveryAutostart = true
                GCKCastContext.setSharedInstanceWith(options)
                GCKCastContext.setSharedInstanceWith(options)
            }
        }
    }

    @Test("Options have their defaults and survive copying and archiving")
    func options() throws {
        let options = GCKCastOptions(discoveryCriteria: GCKDiscoveryCriteria(applicationID: "X"))
        #expect(!options.physicalVolumeButtonsWillControlDeviceVolume && !options.disableDiscoveryAutostart)
        #expect(!options.disableAnalyticsLogging && options.launchOptions == nil)
        #expect(options.sharedContainerIdentifier == nil && options.suspendSessionsWhenBackgrounded)
        #expect(!options.stopReceiverApplicationWhenEndingSession && options.startDiscoveryAfterFirstTapOnCastButton)
        let launch = GCKLaunchOptions(relaunchIfRunning: true)
        options.launchOptions = launch
        launch.relaunchIfRunning = false
        #expect(options.launchOptions?.relaunchIfRunning == true)
        options.physicalVolumeButtonsWillControlDeviceVolume = true
        options.sharedContainerIdentifier = "group"
        #expect(options.discoveryInterfaces == nil)
        options.discoveryInterfaces = ["lo", "eth0"]
        options.suspendSessionsWhenBackgrounded = false
        let data = try NSKeyedArchiver.archivedData(withRootObject: options, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: GCKCastOptions.self, from: data)
        for copy in [options.copy() as? GCKCastOptions, read] {
            let copy = try #require(copy)
            #expect(copy !== options && copy.discoveryCriteria == options.discoveryCriteria)
            #expect(copy.physicalVolumeButtonsWillControlDeviceVolume && copy.sharedContainerIdentifier == "group")
            #expect(!copy.suspendSessionsWhenBackgrounded && copy.launchOptions?.relaunchIfRunning == true)
            #expect(copy.discoveryInterfaces == ["lo", "eth0"])
        }
    }
}
