import CastReceiver
import Foundation

// Without a name the program brings a device along, so that nobody needs a television:
//     swift run FilmNight
//     swift run FilmNight "Living Room"
let name = CommandLine.arguments.dropFirst().first
let virtualDevice: VirtualDevice?
if name == nil {
    var configuration = DeviceConfiguration(name: "Film Night's own TV")
    configuration.port = 0
    configuration.httpPort = 0
    configuration.httpsPort = 0
    configuration.isHeadless = true
    virtualDevice = try await VirtualDevice.start(configuration)
} else {
    virtualDevice = nil
}

let films = [
    "https://commondatastorage.googleapis.com/gtv-videos-bucket/sample/BigBuckBunny.mp4",
    "https://commondatastorage.googleapis.com/gtv-videos-bucket/sample/Sintel.mp4",
].compactMap { URL(string: $0) }

// Kept here: the framework holds its listeners weakly.
var night: FilmNight?
let status = await withCheckedContinuation { done in
    var isDone = false
    night = FilmNight(deviceName: name ?? "Film Night's own TV", films: films) { status in
        guard !isDone else { return }
        isDone = true
        done.resume(returning: status)
    }
    night?.start()
}
await virtualDevice?.shutdown()
exit(status)
