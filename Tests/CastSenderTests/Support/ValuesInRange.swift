// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastSender

extension MediaSnapshot {
    /// Reads all values at several instants and checks that numbers are finite and in range.
    func requireValuesInRange(sourceLocation: SourceLocation = #_sourceLocation) {
        var isInRange = (0...1).contains(streamVolume) && playbackRate.isFinite && duration?.isFinite != false
        for seconds in [0, 1, 1e9] {
            let instant = receivedAt + .seconds(seconds)
            let position = position(at: instant)
            let times = [
                position, remaining(at: instant), absoluteTime(of: position), currentBreak?.time(at: instant),
                currentBreak?.clipTime(at: instant), currentBreak?.secondsUntilSkippable(at: instant),
            ]
            isInRange = isInRange && times.allSatisfy { $0?.isFinite != false }
            if let range = liveSeekableRange(at: instant) {
                isInRange = isInRange && range.lowerBound.isFinite && range.upperBound.isFinite
            }
            _ = (isAtLiveEdge(at: instant), section(at: instant), canSkipAd(at: instant))
        }
        _ = (playerState, idleReason, title, isLive, isPlayingLiveStream, isLiveDone, isMovingWindow, repeatMode)
        _ = (currentItem, nextItem, previousItem, currentItemID, loadingItemID, preloadedItemID, isOver)
        _ = (tracks.map(\.trackID), activeTrackIDs, videoInfo?.width, queueData?.startIndex, queueData?.items)
        _ = breaks.map { clips(of: $0) }
        _ = (media?.metadata?.queueItemID, media?.metadata?.images?.map(\.width), media?.userActionStates)
        #expect(isInRange, "\(status.json)", sourceLocation: sourceLocation)
    }
}

extension MediaControls {
    func requireValuesInRange(sourceLocation: SourceLocation = #_sourceLocation) {
        let position = position(at: snapshot?.receivedAt ?? .now)
        #expect(position.shown?.isFinite != false, sourceLocation: sourceLocation)
        #expect(streamVolume.shown.map((0...1).contains) != false, sourceLocation: sourceLocation)
        #expect(playbackRate.shown?.isFinite != false, sourceLocation: sourceLocation)
        _ = (repeatMode.shown, activeTracks.shown, isPlaying.shown, isStreamMuted.shown)
    }
}

extension MediaQueueContents {
    /// Reads every item.
    func read() {
        for index in [Int.min, -1, count, Int.max] + Array(itemIDs.indices.prefix(5)) {
            _ = (item(at: index), itemID(at: index))
        }
        for id in itemIDs.prefix(5) + [Int.min, Int.max] { _ = index(ofItem: id) }
    }
}

extension CastConnection {
    /// Reads the values of volume controls and group members, and checks their range.
    nonisolated func requireValuesInRange(sourceLocation: SourceLocation = #_sourceLocation) {
        let controls = volumeControls
        #expect(controls.level.shown.map((0...1).contains) != false, sourceLocation: sourceLocation)
        #expect(controls.stepInterval.map { $0 > 0 && $0 <= 1 } != false, sourceLocation: sourceLocation)
        for member in groupStatus?.members ?? [] {
            #expect(member.level.map((0...1).contains) != false, sourceLocation: sourceLocation)
            _ = (member.name, member.isMuted, member.description.capabilities)
        }
    }

    /// Reads the values of the device's status.
    func requireStatusInRange() {
        _ = (status.runningApplication, status.volumeControl, status.applications.map(\.isJoinable))
        _ = (status.applications.map(\.groupRole), groupStatus?.playbackSession?.immutableDevices)
    }
}
