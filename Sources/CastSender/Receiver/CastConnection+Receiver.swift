// SPDX-License-Identifier: Apache-2.0

public import CastWire

extension CastConnection {
    /// Checks whether the connection is alive, faster than the heartbeat does, and closes it if it is not.
    func check() async {
        do throws(CastError) {
            _ = try await request(GetReceiverStatusRequest(), timeout: .seconds(3))
        } catch {
            guard error.code == .requestTimedOut else { return }
            await close(.heartbeatLost)
        }
    }

    /// Requests the status of the device.
    ///
    /// - Throws: ``CastError``, most likely `requestTimedOut` or `connectionClosed`.
    @discardableResult
    public func refreshStatus() async throws(CastError) -> ReceiverStatus {
        try await refreshStatus(within: options.requestTimeout)
    }

    func refreshStatus(within timeout: Duration) async throws(CastError) -> ReceiverStatus {
        ReceiverStatusMessage(fields: try await request(GetReceiverStatusRequest(), timeout: timeout)).status
    }

    /// Sets the device volume.
    ///
    /// - Parameter level: The volume, 0…1; values outside are clamped.
    /// - Returns: The status with which the device confirmed the change.
    /// - Throws: ``CastError``: `notSupported` for a device with a fixed volume, `invalidArgument` for NaN.
    @discardableResult
    public func setVolume(_ level: Double) async throws(CastError) -> ReceiverStatus {
        try await setVolume(level, requestID: nil)
    }

    /// The request ``setVolume(_:)`` with an id from ``makeRequestID()``; nil uses the next one.
    @discardableResult
    package func setVolume(_ level: Double, requestID: Int?) async throws(CastError) -> ReceiverStatus {
        guard !level.isNaN else { throw CastError.invalid("The volume is not a number", device: device.friendlyName) }
        try requireVariableVolume()
        return try await requestStatus(SetReceiverVolumeRequest(level: min(max(level, 0), 1)), id: requestID)
    }

    /// Mutes or unmutes the device, without changing its volume.
    ///
    /// - Returns: The status with which the device confirmed the change.
    /// - Throws: ``CastError``: `notSupported` for a device with a fixed volume.
    @discardableResult
    public func setMuted(_ muted: Bool) async throws(CastError) -> ReceiverStatus {
        try await setMuted(muted, requestID: nil)
    }

    /// The request ``setMuted(_:)`` with an id from ``makeRequestID()``; nil uses the next one.
    @discardableResult
    package func setMuted(_ muted: Bool, requestID: Int?) async throws(CastError) -> ReceiverStatus {
        try requireVariableVolume()
        return try await requestStatus(SetReceiverVolumeRequest(muted: muted), id: requestID)
    }

    /// Requests which of these applications the device can run.
    ///
    /// - Returns: The availability by application id. An application with an unclear answer is omitted: some devices
    ///   answer with a different message, which means unknown rather than unavailable.
    /// - Throws: ``CastError``, most likely `requestTimedOut`.
    public func availability(of appIDs: [String]) async throws(CastError) -> [String: AppAvailability] {
        let answer = try await request(GetAppAvailabilityRequest(appIDs: appIDs))
        let all = AppAvailabilityReply(fields: answer).availability
        return all.filter { appIDs.contains($0.key) && ($0.value == .available || $0.value == .unavailable) }
    }

    private func requestStatus(
        _ request: some CastRequest,
        id requestID: Int?
    ) async throws(CastError) -> ReceiverStatus {
        ReceiverStatusMessage(fields: try await self.request(request, id: requestID)).status
    }

    func requireVariableVolume() throws(CastError) {
        guard !status.hasVariableVolume else { return }
        throw CastError(
            .notSupported,
            "\(device.friendlyName) has a fixed volume, which senders cannot change. Use its own remote control.",
            device: device.friendlyName
        )
    }
}
