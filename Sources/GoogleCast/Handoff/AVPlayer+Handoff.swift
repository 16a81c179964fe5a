// SPDX-License-Identifier: Apache-2.0

#if canImport(AVFoundation)
public import AVFoundation

extension AVPlayer: HandoffPlayer {
    public var handoffPosition: TimeInterval? {
        let seconds = currentTime().seconds
        return currentItem != nil && seconds.isFinite ? seconds : nil
    }

    public var isPlayingForHandoff: Bool { timeControlStatus != .paused }

    public func pauseForHandoff() { pause() }

    public func continueAfterHandoff(at position: TimeInterval?, isPlaying: Bool) {
        if let position { seek(to: CMTime(seconds: position, preferredTimescale: 1000)) }
        if isPlaying { play() } else { pause() }
    }
}
#endif
