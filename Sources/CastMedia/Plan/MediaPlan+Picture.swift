// SPDX-License-Identifier: Apache-2.0

package import CastMediaProbe

extension MediaPlan {
    /// The longer side in pixels up to which pictures are sent unchanged: the largest texture of older devices.
    package static let pictureSideLimit = 4096
    /// The size in bytes up to which pictures are sent unchanged. Larger ones take seconds in a slow wireless network,
    /// and show no more on a screen.
    package static let pictureSizeLimit = 10 << 20

    /// Decides how a picture is delivered to a device.
    ///
    /// - Parameters:
    ///   - picture: The facts about the file.
    ///   - device: The capabilities of the device.
    ///   - options: The choices of the user.
    /// - Throws: ``MediaPlanError`` if the device has no screen.
    package static func make(
        for picture: PictureFacts,
        on device: PlaybackCapabilities,
        options: Options = Options()
    ) throws(MediaPlanError) -> MediaPlan {
        guard let screen = device.screen else { throw .noAudioForSpeaker(model: device.model) }
        var plan = MediaPlan(delivery: .direct, reasons: [], notes: [])
        guard !options.isOriginal else {
            plan.notes.append("the file is served unchanged, as requested")
            return plan
        }
        let isShown = [.jpeg, .png, .gif, .webP, .bmp].contains(picture.format)
        if !isShown { plan.reasons.append("Cast devices do not show \(picture.format.rawValue) pictures") }
        if picture.orientation != 1 {
            plan.reasons.append("the picture is stored turned, and not all devices turn it back")
        }
        // A GIF may be animated, and its frames are small.
        if picture.format != .gif, max(picture.width, picture.height) > pictureSideLimit {
            plan.reasons.append(
                "its \(picture.width) × \(picture.height) pixels exceed the \(pictureSideLimit) that all devices show"
            )
        }
        if picture.format != .gif, picture.byteCount > pictureSizeLimit {
            plan.reasons.append("its \(picture.byteCount >> 20) MiB load slowly")
        }
        guard !plan.reasons.isEmpty else { return plan }
        let (width, height) = (picture.uprightWidth, picture.uprightHeight)
        let scale = min(1, Double(screen.width) / Double(width), Double(screen.height) / Double(height))
        plan.delivery = .picture(
            Picture(
                width: max(1, Int((Double(width) * scale).rounded())),
                height: max(1, Int((Double(height) * scale).rounded())),
                isNecessary: !isShown
            )
        )
        return plan
    }
}

extension PlaybackCapabilities {
    /// The size of the screen in pixels, as far as video shows it; `nil` without a screen.
    var screen: (width: Int, height: Int)? {
        let modes = video.flatMap(\.modes)
        guard let largest = modes.max(by: { $0.shortSide < $1.shortSide }) else { return nil }
        // Modes of 4096 pixels are shown on screens with 3840.
        return (min(largest.longSide, 3840), largest.shortSide)
    }
}
