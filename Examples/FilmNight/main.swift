// SPDX-License-Identifier: Apache-2.0

import Cast
import CastReceiver
import Foundation
import NIOCore

// Without arguments, the program starts a virtual device and casts a file of its own, so that no television is needed:
//     swift run FilmNight
//     swift run FilmNight "Living Room" film.mkv
let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.isEmpty || arguments.count == 2 else {
    print("usage: FilmNight [DEVICE FILE|URL]")
    exit(64)
}

/// Returns a WAVE file with a minute of silence, which every device can play.
func silence() -> [UInt8] {
    let count = 60 * 8_000
    func little(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 0xFF) } }
    let header = Array("RIFF".utf8) + little(36 + count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
    let form = little(1, 2) + little(1, 2) + little(8_000, 4) + little(8_000, 4) + little(1, 2) + little(8, 2)
    return header + form + Array("data".utf8) + little(count, 4) + [UInt8](repeating: 128, count: count)
}

// The virtual device is visible on this machine only.
let loopback = try System.enumerateDevices().first { $0.address?.ipAddress == "127.0.0.1" }?.name ?? "lo"
var configuration = DeviceConfiguration(name: "Film Night's own TV")
configuration.interfaces = .named([loopback])
configuration.port = 0
configuration.httpPort = 0
configuration.httpsPort = 0
configuration.isHeadless = true
let virtualDevice = arguments.isEmpty ? try await VirtualDevice.start(configuration) : nil
let ownFilm = FileManager.default.temporaryDirectory.appending(path: "Film Night \(UUID()).wav")
if arguments.isEmpty { try Data(silence()).write(to: ownFilm) }
guard let film = arguments.isEmpty ? CastSource.file(ownFilm) : CastSource(arguments[1]) else {
    print("\(arguments[1]) is neither a file nor a URL that a device can play")
    exit(64)
}

// Retained here, because the framework references its listeners weakly.
var night: FilmNight?
let status = await withCheckedContinuation { done in
    var isDone = false
    night = FilmNight(
        deviceName: arguments.first ?? configuration.name,
        film: film,
        on: arguments.isEmpty ? [loopback] : nil
    ) { status in
        guard !isDone else { return }
        isDone = true
        done.resume(returning: status)
    }
    night?.start()
}
await virtualDevice?.close()
try? FileManager.default.removeItem(at: ownFilm)
exit(status)
