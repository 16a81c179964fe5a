import CastSender
import CastTransport
import MulticastDNS

/// Finds the device that was asked for, and connects to it.
struct DeviceFinder: Sendable {
    var choice: TargetChoice
    /// Interfaces to look on; none = all but loopback.
    var interfaces: [String]
    /// For finding, for connecting and for each answer.
    var timeout: Duration
    /// For a launch until the app is ready; nil leaves the library's default of a minute.
    var launchTimeout: Duration?
    /// Whether the device has to prove what it is.
    var authentication = DeviceAuthenticationOptions(policy: .off)

    /// After the first device was seen, how long others may take until it counts as the only one. Answers to one
    /// question come within 120 ms (RFC 6762, section 6).
    private static let settling = Duration.milliseconds(250)

    /// How long a device that was named by its address may take to tell its name. Devices answer it with their status.
    private static let descriptionPatience = Duration.milliseconds(500)

    init(choice: TargetChoice, interfaces: [String], timeout: Duration) {
        self.choice = choice
        self.interfaces = interfaces
        self.timeout = timeout
    }

    init(_ options: TargetOptions) {
        self.init(
            choice: options.choice,
            interfaces: options.network.interfaces,
            timeout: .seconds(options.timeout?.seconds ?? TargetOptions.defaultTimeout)
        )
        launchTimeout = options.timeout.map { .seconds($0.seconds) }
        authentication = options.trust.authentication
    }

    var options: ConnectionOptions {
        var options = ConnectionOptions()
        options.connectTimeout = timeout
        options.requestTimeout = timeout
        if let launchTimeout { options.launchTimeout = launchTimeout }
        options.authentication = authentication
        options.descriptionTimeout = Self.descriptionPatience
        options.userAgent = "cast/\(CastVersion.text)"
        return options
    }

    /// A connection to the device, as soon as the device is known; nothing waits for other devices unless none was
    /// named.
    ///
    /// - Parameter onFound: Told of the device before it is connected to.
    /// - Throws: `CastError`, ``CommandFailure``.
    func connect(onFound: (CastDevice) -> Void = { _ in }) async throws -> CastConnection {
        switch choice {
        case .host(let address):
            onFound(CastDevice(at: address.endpoint))
            return try await CastConnection.open(to: address.endpoint, options: options)
        case .named(let name):
            let browser = try await DeviceBrowser.start(interfaces: MDNSInterfaces(names: interfaces))
            do {
                let device = try await find(name, with: browser)
                onFound(device)
                let connection = try await CastConnection.open(to: device, options: options)
                await browser.close()
                return connection
            } catch {
                await browser.close()
                throw error
            }
        case .onlyOne:
            let browser = try await DeviceBrowser.start(interfaces: MDNSInterfaces(names: interfaces))
            do {
                let connection = try await connectToOnlyDevice(of: browser, onFound: onFound)
                await browser.close()
                return connection
            } catch {
                await browser.close()
                throw error
            }
        }
    }

    /// The device of that name or id, without connecting to it.
    ///
    /// - Throws: `CastError`, ``CommandFailure``.
    func device(named name: String) async throws -> CastDevice {
        let browser = try await browser()
        do {
            let device = try await find(name, with: browser)
            await browser.close()
            return device
        } catch {
            await browser.close()
            throw error
        }
    }

    /// A search for devices where this one looks.
    func browser() async throws -> DeviceBrowser {
        try await DeviceBrowser.start(interfaces: MDNSInterfaces(names: interfaces))
    }

    /// The device of that name or id.
    private func find(_ name: String, with browser: DeviceBrowser) async throws -> CastDevice {
        do {
            return try await browser.find(name, timeout: timeout)
        } catch {
            throw explained(error, name: name)
        }
    }

    /// The library's error with what is known here: what was typed, and what else could be.
    private func explained(_ error: CastError, name: String) -> CommandFailure {
        var failure = CommandFailure(error)
        switch error.code {
        case .deviceAmbiguous:
            failure.message = "\"\(name)\" fits \(error.candidates.count) devices:"
        case .deviceNotFound:
            let others = error.candidates.isEmpty ? "and no other device did" : "but these did:"
            failure.message = "\"\(name)\" did not answer within \(TimeText.elapsed(timeout)), \(others)"
        default:
            return failure
        }
        failure.device = name
        failure.candidates = error.candidates.map(DeviceDescription.init)
        return failure
    }

    /// Connects to the first device while the others still may show up.
    private func connectToOnlyDevice(
        of browser: DeviceBrowser,
        onFound: (CastDevice) -> Void
    ) async throws -> CastConnection {
        guard let first = await firstDevice(of: browser) else {
            throw CommandFailure(
                code: "deviceNotFound",
                exitStatus: .deviceNotFound,
                message: "no Cast device answered within \(TimeText.elapsed(timeout))",
                hint: "cast doctor finds out why; --host ADDRESS reaches a device without looking for it"
            )
        }
        onFound(first)
        async let connecting = CastConnection.open(to: first, options: options)
        try await Task.sleep(for: Self.settling)
        let present = browser.present
        guard present.count <= 1 else {
            if let connection = try? await connecting { await connection.close() }
            throw CommandFailure(
                code: "deviceAmbiguous",
                exitStatus: .deviceAmbiguous,
                message: "there are \(present.count) Cast devices, and none was named:",
                hint: "name one with --device, or set CAST_DEVICE",
                candidates: present.map(DeviceDescription.init)
            )
        }
        return try await connecting
    }

    /// The first device that is seen, or nil after the time is over.
    private func firstDevice(of browser: DeviceBrowser) async -> CastDevice? {
        await withTaskGroup(of: CastDevice?.self) { group in
            group.addTask { await browser.devices.first { !$0.isEmpty }?.first }
            group.addTask { [timeout] in
                try? await Task.sleep(for: timeout)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }
}
