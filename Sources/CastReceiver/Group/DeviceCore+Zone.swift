// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore

/// The groups that observe a device.
struct ZoneObservers {
    var handlers: [String: @Sendable (ZoneEvent) -> Void] = [:]
    var lastReport: ZoneReport?
}

/// The interface between a device and its groups.
extension DeviceCore {
    nonisolated var capabilities: DeviceCapabilities { setup.options.capabilities }

    /// Runs a closure on the device's event loop, after closures that were passed before.
    nonisolated func runOnEventLoop(_ body: @escaping @Sendable (isolated DeviceCore) -> Void) {
        eventLoop.execute {
            self.assumeIsolated { core in
                guard !core.isClosed else { return }
                body(core)
                core.finishEvent()
            }
        }
    }

    /// Reports the changes of this device to a group from now on.
    ///
    /// - Returns: The current state; nil if the device has shut down.
    @discardableResult
    func observeZone(as groupID: String, _ handler: @escaping @Sendable (ZoneEvent) -> Void) -> ZoneReport? {
        guard !isClosed else { return nil }
        zoneObservers.handlers[groupID] = handler
        return zoneReport
    }

    /// Stops reporting to a group, and ends the device's role in it.
    func leaveZone(_ groupID: String) {
        zoneObservers.handlers[groupID] = nil
        guard !isClosed else { return }
        setZoneRole(nil, of: groupID, takesOver: false)
        finishEvent()
    }

    /// Sets or ends the device's role in a group.
    ///
    /// - Parameter takesOver: Whether to stop the device's own app. If false and an app is running, the role is not set;
    ///   the group learns of the app by its reports.
    func setZoneRole(_ role: ZoneRole?, of groupID: String, takesOver: Bool) {
        if role == nil, platform.zone.role?.groupID != groupID { return }
        if role != nil {
            if takesOver { stopZoneApplication() }
            // A device that has a role in another group keeps that role until this group takes the device.
            let isTaken = platform.zone.role.map { $0.groupID != groupID } ?? false
            guard platform.application == nil, takesOver || !isTaken else { return }
        }
        perform(platform.setZoneRole(role))
    }

    func setZoneMembers(_ members: [MultizoneDevice]) {
        platform.zone.members = members
    }

    func notifyZone(_ change: GroupMachine.MembershipChange) {
        perform(platform.membersChanged(change))
    }

    func setZoneVolume(level: Double, isMuted: Bool) {
        perform(platform.setZoneVolume(level: level, isMuted: isMuted))
    }

    /// Stops the running app, if any.
    func stopZoneApplication() {
        guard platform.application != nil else { return }
        perform(platform.stopApplication(at: now))
    }

    // MARK: - Reports

    var zoneReport: ZoneReport {
        ZoneReport(
            volume: platform.effectiveVolume,
            application: platform.application,
            groupID: platform.zone.role?.groupID
        )
    }

    /// Reports changes to the groups. Called after every event.
    func reportToZones() {
        guard !zoneObservers.handlers.isEmpty else { return }
        if platform.application != nil { perform(platform.setZoneRole(nil)) }
        let report = zoneReport
        guard report != zoneObservers.lastReport else { return }
        zoneObservers.lastReport = report
        notifyGroups(.changed(report))
    }

    /// Sends an event to the group of an endpoint, or to the groups of a member.
    func notifyGroups(_ event: ZoneEvent) {
        for handler in zoneObservers.handlers.values { handler(event) }
    }
}

/// An event that a device reports to its groups, or the endpoint of a group to its group.
enum ZoneEvent: Sendable {
    /// The volume, the app or the role has changed, or this is the first report.
    case changed(ZoneReport)
    /// A sender of the group's endpoint changes the volume of one member.
    case memberVolumeRequested(id: String, level: Double?, isMuted: Bool?, requestID: Int)
    /// A sender of the group's endpoint changes the volume of the group.
    case groupVolumeRequested(level: Double, isMuted: Bool)
    /// A sender of the leader stops the app that the leader lists for the group.
    case groupStopped
    /// The device has shut down.
    case gone
}

/// The state of a device that its groups observe.
struct ZoneReport: Sendable, Hashable {
    var volume: DeviceVolume
    /// The device's own app.
    var application: RunningApplication?
    /// The group in which the device has a role.
    var groupID: String?
}
