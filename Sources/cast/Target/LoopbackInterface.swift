import NIOCore

/// The interface that leads to this machine itself.
enum LoopbackInterface {
    /// `lo` on Linux, `lo0` on Apple's systems: the one that has 127.0.0.1; nil where there is none.
    static var name: String? {
        let devices = (try? System.enumerateDevices()) ?? []
        return devices.first { $0.address?.ipAddress == "127.0.0.1" }?.name
    }
}
