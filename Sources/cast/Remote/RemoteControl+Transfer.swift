import CastSender

extension RemoteControl {
    /// Moves what plays to another device, and says where it is there.
    ///
    /// - Parameter destination: Finds the other device, once it is known that something plays.
    func transfer(to destination: () async throws -> CastDevice) async throws {
        try await withMedia { session, _ in
            let device = try await destination()
            var options = SessionManagerOptions()
            options.connection = finder.options
            let manager = await SessionManager.keeping(session, options: options)
            do {
                try await manager.transfer(to: device)
            } catch {
                await manager.close()
                throw error
            }
            let snapshot = await session.media.status
            let report = await DeviceReport(device: session.device, status: session.connection.status, media: snapshot)
            await manager.close()
            let title = report.media.flatMap { $0.title ?? $0.contentID } ?? session.displayName
            say("transferred", report, "\(title) goes on on \(report.device.name).")
        }
    }
}
