// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A pseudoterminal: a program uses the far end, and a test types and reads at the near end.
final class PseudoTerminal: Sendable {
    let near: FileHandle
    let far: FileHandle

    init(columns: UInt16 = 80) throws {
        let (near, name) = try Self.openNearEnd()
        let far = open(name, O_RDWR | O_NOCTTY)
        self.near = FileHandle(fileDescriptor: near, closeOnDealloc: true)
        self.far = FileHandle(fileDescriptor: far, closeOnDealloc: true)
        try resize(columns: columns)
    }

    #if os(Linux)
    /// Opens the near end with `ioctl` requests, because the functions of the C library are not visible from Swift on
    /// Linux.
    private static func openNearEnd() throws -> (Int32, String) {
        let (unlock, number) = (UInt(0x4004_5431), UInt(0x8004_5430))
        let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var locked: Int32 = 0
        var index: Int32 = -1
        guard descriptor >= 0, ioctl(descriptor, unlock, &locked) == 0, ioctl(descriptor, number, &index) == 0 else {
            throw CastProgram.Failure(description: "no pseudo terminal: \(String(cString: strerror(errno)))")
        }
        return (descriptor, "/dev/pts/\(index)")
    }
    #else
    private static func openNearEnd() throws -> (Int32, String) {
        let descriptor = posix_openpt(O_RDWR | O_NOCTTY)
        guard descriptor >= 0, grantpt(descriptor) == 0, unlockpt(descriptor) == 0, let name = ptsname(descriptor)
        else {
            throw CastProgram.Failure(description: "no pseudo terminal: \(String(cString: strerror(errno)))")
        }
        return (descriptor, String(cString: name))
    }
    #endif

    /// Sets the size, like resizing the window.
    func resize(columns: UInt16, rows: UInt16 = 24) throws {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(near.fileDescriptor, UInt(TIOCSWINSZ), &size) == 0 else {
            throw CastProgram.Failure(description: "no size: \(String(cString: strerror(errno)))")
        }
    }

    /// Types text.
    func type(_ text: String) throws {
        try near.write(contentsOf: Data(text.utf8))
    }

    /// Whether keys are echoed and read line by line, as shells expect.
    var isCooked: Bool {
        var mode = termios()
        tcgetattr(near.fileDescriptor, &mode)
        return mode.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
    }

    /// Sets the mode that shells expect, like `stty sane` in another window.
    func cook() {
        var mode = termios()
        tcgetattr(near.fileDescriptor, &mode)
        mode.c_lflag |= tcflag_t(ICANON | ECHO)
        tcsetattr(near.fileDescriptor, TCSANOW, &mode)
    }
}
