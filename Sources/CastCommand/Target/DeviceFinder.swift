// SPDX-License-Identifier: Apache-2.0

import CastRecording
import CastSender
import CastTransport
import MulticastDNS

/// Finds the chosen device and connects to it.
struct DeviceFinder: Sendable {
    var choice: TargetChoice
    /// The interfaces to search; empty for all except loopback.
    var interfaces: [String]
    /// The time limit for discovery, for connecting and for each response.
    var timeout: Duration
    /// The time limit for a launch until the app is ready; nil for the library's default of one minute.
    var launchTimeout: Duration?
    /// Whether and how the device is authenticated.
    var authentication = DeviceAuthenticationOptions(policy: .off)
    /// Records the connections; nil for none.
    private let recorder = SessionRecorder.current

    /// How long to wait for further devices before the first one counts as the only one. Responses to a query arrive
    /// within 120 ms (RFC 6762, section 6).
    private static let settlingDelay = Duration.milliseconds(250)

    /// The time limit for a device that is chosen by address to report its name, which devices send with their status.
    private static let descriptionTimeout = Duration.milliseconds(500)

    init(choice: TargetChoice, interfaces: [String], timeout: Duration) {
        self.choice = choice
        self.interfaces = interfaces
        self.timeout = timeout
    }

    /// - Throws: `ValidationError` if a root certificate of the configuration cannot be used.
    init(_ options: TargetOptions) throws {
        self.init(
            choice: options.choice,
            interfaces: options.network.interfaces,
            timeout: .seconds(options.timeout?.seconds ?? TargetOptions.defaultTimeout)
        )
        launchTimeout = options.timeout.map { .seconds($0.seconds) }
        authentication = try options.trust.authentication()
    }

    var options: ConnectionOptions {
        var options = ConnectionOptions()
        options.connectTimeout = timeout
        options.requestTimeout = timeout
        if let launchTimeout { options.launchTimeout = launchTimeout }
        options.authentication = authentication
        options.descriptionTimeout = Self.descriptionTimeout
        options.userAgent = "cast/\(CastVersion.text)"
        options.observer = recorder
        return options
    }

    /// Connects to the device as soon as it is found. Waits for other devices only if none was specified.
    ///
    /// - Parameter onFound: Called with the device before connecting.
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

    /// Returns the device with a name or ID, without connecting to it.
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

    /// Starts a search on the finder's interfaces.
    func browser() async throws -> DeviceBrowser {
        try await DeviceBrowser.start(interfaces: MDNSInterfaces(names: interfaces))
    }

    /// Returns the device with a name or ID.
    private func find(_ name: String, with browser: DeviceBrowser) async throws -> CastDevice {
        do {
            let device = try await browser.find(name, timeout: timeout)
            recorder?.describe(RecordedDevice(device))
            return device
        } catch {
            throw annotated(error, name: name)
        }
    }

    /// Adds the typed name and the candidates to the library's error.
    private func annotated(_ error: CastError, name: String) -> CommandFailure {
        var failure = CommandFailure(error)
        switch error.code {
        case .deviceAmbiguous:
            failure.message = "\"\(name)\" matches \(error.candidates.count) devices:"
        case .deviceNotFound:
            let others = error.candidates.isEmpty ? "and no other device did" : "but these devices did:"
            failure.message = "\"\(name)\" did not respond within \(TimeText.elapsed(timeout)), \(others)"
        default:
            return failure
        }
        failure.device = name
        failure.candidates = error.candidates.map(DeviceDescription.init)
        return failure
    }

    /// Connects to the first device while waiting for others to appear.
    private func connectToOnlyDevice(
        of browser: DeviceBrowser,
        onFound: (CastDevice) -> Void
    ) async throws -> CastConnection {
        guard let first = await firstDevice(of: browser) else {
            throw CommandFailure(
                code: "deviceNotFound",
                exitStatus: .deviceNotFound,
                message: "no Cast device responded within \(TimeText.elapsed(timeout))",
                hint: "find the cause with cast doctor, or skip discovery with --host ADDRESS"
            )
        }
        recorder?.describe(RecordedDevice(first))
        onFound(first)
        async let connecting = CastConnection.open(to: first, options: options)
        try await Task.sleep(for: Self.settlingDelay)
        let present = browser.present
        guard present.count <= 1 else {
            if let connection = try? await connecting { await connection.close() }
            throw CommandFailure(
                code: "deviceAmbiguous",
                exitStatus: .deviceAmbiguous,
                message: "there are \(present.count) Cast devices, and none was specified:",
                hint: "choose one with --device, or for always with: cast config set device NAME",
                candidates: present.map(DeviceDescription.init)
            )
        }
        return try await connecting
    }

    /// Returns the first device that is found, or nil after the timeout.
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

/// How the device of a command is chosen.
enum TargetChoice: Hashable, Sendable {
    /// By name, the beginning of a name, or ID.
    case named(String)
    /// By address, without discovery.
    case host(HostAddress)
    /// The only device on the network.
    case onlyOne

    /// Options take precedence over the configuration, whose aliases apply to both.
    init(device: String?, host: HostAddress?) {
        let configuration = UserConfiguration.current
        if let host {
            self = .host(host)
        } else if let name = device ?? configuration.text(.device) {
            self = .named(configuration.deviceName(name))
        } else {
            self = .onlyOne
        }
    }
}
