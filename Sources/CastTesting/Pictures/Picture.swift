// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Complete images of 6 by 4 pixels, most of them created with ffmpeg.
package enum Picture {
    package static let png = bytes(
        "iVBORw0KGgoAAAANSUhEUgAAAAYAAAAECAIAAAAiZtkUAAAACXBIWXMAAAABAAAAAQBPJcTWAAAAEklEQVR4nGP4y8CAhtD5"
            + "RAsBAJ2BF7nKI3aWAAAAAElFTkSuQmCC"
    )
    package static let jpeg = bytes(
        "/9j/4AAQSkZJRgABAgAAAQABAAD//gAQTGF2YzU5LjM3LjEwMAD/2wBDAAgEBAQEBAUFBQUFBQYGBgYGBgYGBgYGBgYHBwcI"
            + "CAgHBwcGBgcHCAgICAkJCQgICAgJCQoKCgwMCwsODg4RERT/xABMAAEBAAAAAAAAAAAAAAAAAAAABgEBAQAAAAAAAAAAAAAA"
            + "AAAABgcQAQAAAAAAAAAAAAAAAAAAAAARAQAAAAAAAAAAAAAAAAAAAAD/wAARCAAEAAYDASIAAhEAAxEA/9oADAMBAAIRAxEA"
            + "PwCLAFF/f//Z"
    )
    package static let losslessWebP = bytes(
        "UklGRhwAAABXRUJQVlA4TA8AAAAvBcAAAAcQ9Y/+ByKi/wEA"
    )
    package static let lossyWebP = bytes(
        "UklGRjoAAABXRUJQVlA4IC4AAACQAQCdASoGAAQAAsBMJaACdLoAA5gA/u52f/FtI6FTq/+2h/+tD/9aH/SgAAAA"
    )
    /// One red pixel on a canvas of 6 by 4.
    package static let gif =
        Array("GIF89a".utf8) + [6, 0, 4, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 0]
        + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]

    /// Black pixels of 24 bits, with rows from top to bottom.
    package static let bmp =
        Array("BM".utf8) + [134, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 6, 0, 0, 0, 0xFC, 0xFF, 0xFF, 0xFF]
        + [1, 0, 24, 0] + [UInt8](repeating: 0, count: 24 + 80)

    private static func bytes(_ text: String) -> [UInt8] {
        Data(base64Encoded: text).map(Array.init) ?? []
    }

    /// Returns the first bytes of a PNG of any size.
    package static func pngHeader(width: UInt32, height: UInt32) -> [UInt8] {
        Array(png.prefix(16))
            + [width, height].flatMap { side in
                (0..<4).reversed().map { UInt8(truncatingIfNeeded: side >> ($0 * 8)) }
            }
    }

    /// Returns a complete PNG that is larger by `count` bytes, which are in an unknown ancillary chunk.
    package static func png(padding count: Int) -> [UInt8] {
        let length = (0..<4).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
        let chunk = length + Array("teSt".utf8) + [UInt8](repeating: 7, count: count) + [0, 0, 0, 0]
        return Array(png.prefix(33)) + chunk + Array(png.dropFirst(33))
    }
}
