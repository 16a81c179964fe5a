import CastWire
import NIOCore

// Wishes about the device's own volume: what a slider sets, shown at once and carried out with few requests.

extension CastConnection {
    /// What a volume control shows now.
    public nonisolated var volumeControls: VolumeControls { currentVolume.value ?? VolumeControls() }

    /// ``volumeControls`` now and whenever it changes; the newest only. Ends with the connection.
    public nonisolated var volumeControlValues: LatestValues<VolumeControls> { currentVolume.latestValues }

    /// Sets the device's volume as a person's hand does, as often as it moves, and returns at once.
    ///
    /// ``volumeControls`` shows the wish from now on. One request is in flight at a time, ten in a second at most;
    /// what is wished meanwhile waits, and only the last wish is sent. When the device refuses it or does not answer,
    /// its own value is shown again, with the failure in ``Wished/failure``.
    ///
    /// - Parameter level: 0…1; what lies outside is clamped.
    /// - Throws: ``CastError``: `notSupported` on a device whose volume is fixed, `invalidArgument` for NaN,
    ///   `connectionClosed`.
    public func wishVolume(_ level: Double) throws(CastError) {
        try requireOpen(CastMessage.receiverID, for: SetReceiverVolumeRequest.type)
        guard !level.isNaN else { throw CastError.invalid("The volume is not a number", device: device.friendlyName) }
        try requireVariableVolume()
        carryOut(\.level, volumeWishes.level.wish(min(max(level, 0), 1), now: eventLoop.now)) { .init(level: $0) }
        volumeWishesChanged()
    }

    /// Mutes the device or ends that; as ``wishVolume(_:)``.
    public func wishMuted(_ muted: Bool) throws(CastError) {
        try requireOpen(CastMessage.receiverID, for: SetReceiverVolumeRequest.type)
        try requireVariableVolume()
        carryOut(\.muted, volumeWishes.muted.wish(muted, now: eventLoop.now)) { .init(muted: $0) }
        volumeWishesChanged()
    }

    /// The device reported its volume.
    func volumeReported(_ volume: Volume?) {
        volumeWishes.reported(volume)
        volumeWishesChanged()
    }

    private func carryOut<Value>(
        _ path: any WritableKeyPath<VolumeWishes, Reconciler<Value>> & Sendable,
        _ order: Reconciler<Value>.Order,
        as request: @escaping @Sendable (Value) -> SetReceiverVolumeRequest
    ) {
        guard case .send(let value, let ticket) = order else { return }
        do throws(CastError) {
            try submit(
                request(value).fields,
                type: SetReceiverVolumeRequest.type,
                namespace: .receiver,
                to: CastMessage.receiverID,
                timeout: options.requestTimeout
            ) { result in self.assumeIsolated { $0.settle(path, ticket, result.map { _ in }, as: request) } }
        } catch {
            settle(path, ticket, .failure(error), as: request)
        }
    }

    private func settle<Value>(
        _ path: any WritableKeyPath<VolumeWishes, Reconciler<Value>> & Sendable,
        _ ticket: Int,
        _ result: Result<Void, CastError>,
        as request: @escaping @Sendable (Value) -> SetReceiverVolumeRequest
    ) {
        let order: Reconciler<Value>.Order =
            switch result {
            case .success: volumeWishes[keyPath: path].answered(ticket, now: eventLoop.now)
            case .failure(let error): volumeWishes[keyPath: path].failed(ticket, error, now: eventLoop.now)
            }
        carryOut(path, order, as: request)
        volumeWishesChanged()
    }

    private func volumeWishesChanged() {
        let controls = VolumeControls(status.volume, volumeWishes)
        if controls != currentVolume.value { currentVolume.publish(controls) }
        volumeAlarm?.cancel()
        volumeAlarm = volumeWishes.alarm.map { deadline in
            eventLoop.scheduleTask(deadline: deadline) { [weak self] in
                guard let self else { return }
                self.assumeIsolated { $0.volumeAlarmRang() }
            }
        }
    }

    private func volumeAlarmRang() {
        let now = eventLoop.now
        carryOut(\.level, volumeWishes.level.alarmRang(now: now)) { .init(level: $0) }
        carryOut(\.muted, volumeWishes.muted.alarmRang(now: now)) { .init(muted: $0) }
        volumeWishesChanged()
    }
}
