public import CastWire

extension CastConnection {
    /// Finds out whether the connection is alive, sooner than the heartbeat would, and closes it when it is not.
    func check() async {
        do throws(CastError) {
            _ = try await request(GetReceiverStatusRequest(), timeout: .seconds(3))
        } catch {
            guard error.code == .requestTimedOut else { return }
            await close(.heartbeatLost)
        }
    }

    /// Asks the device for its status.
    ///
    /// - Throws: ``CastError``, most likely `requestTimedOut` or `connectionClosed`.
    @discardableResult
    public func refreshStatus() async throws(CastError) -> ReceiverStatus {
        try await refreshStatus(within: options.requestTimeout)
    }

    func refreshStatus(within timeout: Duration) async throws(CastError) -> ReceiverStatus {
        ReceiverStatusMessage(fields: try await request(GetReceiverStatusRequest(), timeout: timeout)).status
    }

    /// Sets the device's volume.
    ///
    /// - Parameter level: 0…1; what lies outside is clamped.
    /// - Returns: The status by which the device confirmed it.
    /// - Throws: ``CastError``: `notSupported` on a device whose volume is fixed, `invalidArgument` for NaN.
    @discardableResult
    public func setVolume(_ level: Double) async throws(CastError) -> ReceiverStatus {
        guard !level.isNaN else { throw CastError.invalid("The volume is not a number", device: device.friendlyName) }
        try requireVariableVolume()
        return try await askForStatus(SetReceiverVolumeRequest(level: min(max(level, 0), 1)))
    }

    /// Mutes the device or ends that; its volume stays as it is.
    ///
    /// - Returns: The status by which the device confirmed it.
    /// - Throws: ``CastError``: `notSupported` on a device whose volume is fixed.
    @discardableResult
    public func setMuted(_ muted: Bool) async throws(CastError) -> ReceiverStatus {
        try requireVariableVolume()
        return try await askForStatus(SetReceiverVolumeRequest(muted: muted))
    }

    /// Asks which of these applications the device can run.
    ///
    /// - Returns: The known answers. An application the device says nothing clear about is left out: devices were
    ///   seen to answer with something else altogether, which means unknown and not unavailable.
    /// - Throws: ``CastError``, most likely `requestTimedOut`.
    public func availability(of appIDs: [String]) async throws(CastError) -> [String: AppAvailability] {
        let answer = try await request(GetAppAvailabilityRequest(appIDs: appIDs))
        let all = AppAvailabilityReply(fields: answer).availability
        return all.filter { appIDs.contains($0.key) && ($0.value == .available || $0.value == .unavailable) }
    }

    private func askForStatus(_ request: some CastRequest) async throws(CastError) -> ReceiverStatus {
        ReceiverStatusMessage(fields: try await self.request(request)).status
    }

    func requireVariableVolume() throws(CastError) {
        guard !status.hasVariableVolume else { return }
        throw CastError(
            .notSupported,
            "\(device.friendlyName) has a fixed volume, which Cast cannot change. Use its own remote control.",
            device: device.friendlyName
        )
    }
}
