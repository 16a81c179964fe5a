// SPDX-License-Identifier: Apache-2.0

import CastTransport

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Measures this package against a running receiver and prints one line of JSON.
///
///     cast-bench status    HOST PORT COUNT            sequential GET_STATUS requests
///     cast-bench pipeline  HOST PORT COUNT WINDOW     concurrent GET_STATUS requests
///     cast-bench connect   HOST PORT COUNT            TCP, TLS, CONNECT and the first RECEIVER_STATUS
///     cast-bench hold      HOST PORT COUNT            memory and threads of concurrent connections
///     cast-bench devices   HOST PORT                  serves any number of devices, one for each connection
///     cast-bench sessions  HOST PORT COUNT SECONDS    growth, heartbeats, commands and recovery of so many sessions
///     cast-bench virtual   INTERFACE COUNT            memory of so many complete virtual devices in one process
///     cast-bench visit     INTERFACE COUNT            finds so many devices and starts a session on each
///     cast-bench discover  INTERFACE COUNT SECONDS    the time until COUNT devices are known
///     cast-bench discover-from-start …                the same, including opening the sockets
///     cast-bench announce  INTERFACE COUNT            announces COUNT devices
@main
enum CastBench {
    static func main() async {
        var arguments = CommandLine.arguments.dropFirst().makeIterator()
        do {
            switch arguments.next() {
            case "status": try await Measure.status(endpoint(&arguments), count: number(&arguments))
            case "pipeline":
                try await Measure.pipeline(
                    endpoint(&arguments),
                    count: number(&arguments),
                    window: number(&arguments)
                )
            case "connect": try await Measure.connect(endpoint(&arguments), count: number(&arguments))
            case "hold": try await Measure.hold(endpoint(&arguments), count: number(&arguments))
            case "devices": try await LeanDevices.serve(endpoint(&arguments))
            case "sessions":
                try await Fleet.measure(endpoint(&arguments), count: number(&arguments), seconds: number(&arguments))
            case "virtual":
                try await VirtualDevices.serve(interface: word(&arguments), count: number(&arguments))
            case "visit": try await VirtualDevices.visit(interface: word(&arguments), count: number(&arguments))
            case "discover": try await discover(&arguments, countsStart: false)
            case "discover-from-start": try await discover(&arguments, countsStart: true)
            case "announce": try await Discovery.announce(interface: word(&arguments), count: number(&arguments))
            default: throw UsageError()
            }
        } catch {
            print("cast-bench: \(error)")
            exit(1)
        }
    }

    private typealias Words = ArraySlice<String>.Iterator

    private static func discover(_ arguments: inout Words, countsStart: Bool) async throws {
        try await Discovery.discover(
            interface: word(&arguments),
            count: number(&arguments),
            seconds: number(&arguments),
            countsStart: countsStart
        )
    }

    private static func endpoint(_ arguments: inout Words) throws -> CastEndpoint {
        CastEndpoint(host: try word(&arguments), port: try number(&arguments))
    }

    private static func word(_ arguments: inout Words) throws -> String {
        guard let word = arguments.next() else { throw UsageError() }
        return word
    }

    private static func number(_ arguments: inout Words) throws -> Int {
        guard let number = arguments.next().flatMap({ Int($0) }), number > 0 else { throw UsageError() }
        return number
    }
}

struct UsageError: Error, CustomStringConvertible {
    var description: String {
        "usage: cast-bench status|pipeline|connect|hold|devices|sessions|virtual|visit|discover|discover-from-start|announce …"
    }
}
