import CastMedia
import CastReceiver
import Foundation
import NIOCore

// Without arguments, the program starts a virtual device and serves its own media, so that no television is needed:
//     swift run FilmNight
//     swift run FilmNight "Living Room" https://example.org/film.mp4
let arguments = CommandLine.arguments.dropFirst()
guard arguments.count != 1 else {
    print("usage: FilmNight [DEVICE URL...]")
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
let server = try await MediaServer.start()
let ownFilms = ["First", "Second"].map { title in
    let film = server.share(data: silence(), contentType: "audio/wav", name: "\(title).wav")
    return server.url(for: film, reachableFrom: "127.0.0.1")
}
let films = (arguments.isEmpty ? ownFilms : Array(arguments.dropFirst())).compactMap { URL(string: $0) }

// Retained here, because the framework references its listeners weakly.
var night: FilmNight?
let status = await withCheckedContinuation { done in
    var isDone = false
    night = FilmNight(
        deviceName: arguments.first ?? configuration.name,
        films: films,
        on: arguments.isEmpty ? [loopback] : nil
    ) { status in
        guard !isDone else { return }
        isDone = true
        done.resume(returning: status)
    }
    night?.start()
}
await server.close()
await virtualDevice?.close()
exit(status)
