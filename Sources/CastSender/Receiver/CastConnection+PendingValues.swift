// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import CastWire
import NIOCore

// Requested values for the device volume: what a slider sets. They are shown at once and sent with few requests.

extension CastConnection {
    /// The current values for a volume control.
    public nonisolated var volumeControls: VolumeControls { currentVolume.value ?? VolumeControls() }

    /// The values of ``volumeControls``: the current one, then each change. A slow reader gets only the newest. The
    /// sequence ends with the connection.
    public nonisolated var volumeControlValues: LatestValues<VolumeControls> { currentVolume.latestValues }

    /// Requests a new device volume, such as the position of a slider, and returns at once. Can be called as often as
    /// the control moves.
    ///
    /// ``volumeControls`` has the requested value from now on. At most one request is in flight, and at most ten per
    /// second are sent; while one is in flight, only the last requested value is kept. When the device rejects the
    /// change or does not answer, its own value is shown again, and the failure is available as
    /// ``PendingValue/failure``.
    ///
    /// - Parameter level: The volume, 0…1; values outside are clamped.
    /// - Throws: ``CastError``: `notSupported` for a device with a fixed volume, `invalidArgument` for NaN,
    ///   `connectionClosed`.
    public func setPendingVolume(_ level: Double) throws(CastError) {
        try requireOpen(CastMessage.receiverID, for: SetReceiverVolumeRequest.type)
        guard !level.isNaN else { throw CastError.invalid("The volume is not a number", device: device.friendlyName) }
        try requireVariableVolume()
        execute(\.level, pendingVolume.level.request(min(max(level, 0), 1), now: eventLoop.now)) { .init(level: $0) }
        pendingVolumeChanged()
    }

    /// Requests to mute or unmute the device, in the same way as ``setPendingVolume(_:)``.
    public func setPendingMuted(_ muted: Bool) throws(CastError) {
        try requireOpen(CastMessage.receiverID, for: SetReceiverVolumeRequest.type)
        try requireVariableVolume()
        execute(\.muted, pendingVolume.muted.request(muted, now: eventLoop.now)) { .init(muted: $0) }
        pendingVolumeChanged()
    }

    /// Handles a volume that the device reported.
    func volumeReported(_ volume: CastVolume?) {
        pendingVolume.reported(volume)
        pendingVolumeChanged()
    }

    /// Discards the requested values, because the connection has ended. The device's own values are shown again.
    func abandonPendingVolume(_ error: CastError) {
        _ = pendingVolume.level.abandon(error)
        _ = pendingVolume.muted.abandon(error)
        currentVolume.publishChange(VolumeControls(status.volume, pendingVolume))
    }

    /// Executes the action that a reconciler returned.
    private func execute<Value>(
        _ path: any WritableKeyPath<PendingVolume, Reconciler<Value>> & Sendable,
        _ action: Reconciler<Value>.Action,
        as request: @escaping @Sendable (Value) -> SetReceiverVolumeRequest
    ) {
        guard case .send(let value, let ticket) = action else { return }
        do throws(CastError) {
            try submit(
                request(value).fields,
                type: SetReceiverVolumeRequest.type,
                namespace: .receiver,
                to: CastMessage.receiverID,
                timeout: options.requestTimeout
            ) { result in self.assumeIsolated { $0.requestCompleted(path, ticket, result.map { _ in }, as: request) } }
        } catch {
            requestCompleted(path, ticket, .failure(error), as: request)
        }
    }

    /// Passes the result of a request to its reconciler, and executes the action that it returns.
    private func requestCompleted<Value>(
        _ path: any WritableKeyPath<PendingVolume, Reconciler<Value>> & Sendable,
        _ ticket: Int,
        _ result: Result<Void, CastError>,
        as request: @escaping @Sendable (Value) -> SetReceiverVolumeRequest
    ) {
        let action: Reconciler<Value>.Action =
            switch result {
            case .success: pendingVolume[keyPath: path].answered(ticket, now: eventLoop.now)
            case .failure(let error): pendingVolume[keyPath: path].failed(ticket, error, now: eventLoop.now)
            }
        execute(path, action, as: request)
        pendingVolumeChanged()
    }

    private func pendingVolumeChanged() {
        currentVolume.publishChange(VolumeControls(status.volume, pendingVolume))
        pendingVolumeTimer.set(to: pendingVolume.nextDeadline) { [weak self] in
            self?.assumeIsolated { $0.pendingVolumeDeadlineReached() }
        }
    }

    private func pendingVolumeDeadlineReached() {
        let now = eventLoop.now
        execute(\.level, pendingVolume.level.deadlineReached(now: now)) { .init(level: $0) }
        execute(\.muted, pendingVolume.muted.deadlineReached(now: now)) { .init(muted: $0) }
        pendingVolumeChanged()
    }
}
