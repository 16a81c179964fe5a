import CastWire
import NIOCore

/// The groups that a device belongs to, as far as its core knows them.
struct ZoneWatch {
    var watchers: [String: @Sendable (ZoneEvent) -> Void] = [:]
    var lastReport: ZoneReport?
}

// What groups ask of a device, and what it tells them.
extension DeviceCore {
    nonisolated var capabilities: DeviceCapabilities { setup.options.capabilities }

    /// Does something on the device's event loop, after what was asked before.
    nonisolated func inZone(_ body: @escaping @Sendable (isolated DeviceCore) -> Void) {
        eventLoop.execute {
            self.assumeIsolated { core in
                guard !core.isClosed else { return }
                body(core)
                core.settle()
            }
        }
    }

    /// Tells a group from now on what happens here.
    ///
    /// - Returns: How things are; nil when the device has ended.
    @discardableResult
    func watchZone(as groupID: String, _ handler: @escaping @Sendable (ZoneEvent) -> Void) -> ZoneReport? {
        guard !isClosed else { return nil }
        zoneWatch.watchers[groupID] = handler
        return zoneReport
    }

    /// Forgets a group, and what was done for it.
    func leaveZone(_ groupID: String) {
        zoneWatch.watchers[groupID] = nil
        guard !isClosed else { return }
        setZoneRole(nil, of: groupID, isTaking: false)
        settle()
    }

    /// - Parameter isTaking: Ends what runs here; otherwise the device goes on with it, and the group hears of it.
    func setZoneRole(_ role: ZoneRole?, of groupID: String, isTaking: Bool) {
        if role == nil, platform.zone.role?.groupID != groupID { return }
        if role != nil {
            if isTaking { stopZoneApplication() }
            // Another group that plays here meanwhile has it until that one takes it.
            let isTaken = platform.zone.role.map { $0.groupID != groupID } ?? false
            guard platform.application == nil, isTaking || !isTaken else { return }
        }
        perform(platform.setZoneRole(role))
    }

    func setZoneMembers(_ members: [MultizoneDevice]) {
        platform.zone.members = members
    }

    func tellZone(_ news: GroupMachine.News) {
        perform(platform.zoneNews(news))
    }

    func setZoneVolume(level: Double, isMuted: Bool) {
        perform(platform.setZoneVolume(level: level, isMuted: isMuted))
    }

    // MARK: - Reports

    var zoneReport: ZoneReport {
        ZoneReport(
            volume: platform.effectiveVolume,
            application: platform.application,
            groupID: platform.zone.role?.groupID
        )
    }

    /// Follows every event.
    func reportToZones() {
        guard !zoneWatch.watchers.isEmpty else { return }
        if platform.application != nil { perform(platform.setZoneRole(nil)) }
        let report = zoneReport
        guard report != zoneWatch.lastReport else { return }
        zoneWatch.lastReport = report
        tellGroups(.changed(report))
    }

    /// For the group of an endpoint, or for the groups of a member.
    func tellGroups(_ event: ZoneEvent) {
        for watcher in zoneWatch.watchers.values { watcher(event) }
    }
}

extension DeviceCore {
    /// Ends what runs here, if anything does.
    func stopZoneApplication() {
        guard platform.application != nil else { return }
        perform(platform.stopApplication(at: now))
    }
}
