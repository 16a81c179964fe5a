// SPDX-License-Identifier: Apache-2.0

public import Foundation

@available(*, deprecated, message: "Use the remoteMediaClient of GCKCastSession.")
extension GCKMediaControlChannel {
    // MARK: Loading

    /// Loads media and plays it from the start.
    @discardableResult
    public func loadMedia(_ mediaInfo: GCKMediaInformation) -> Int { load(mediaInfo) }

    /// Loads media from the start.
    @discardableResult
    public func loadMedia(_ mediaInfo: GCKMediaInformation, autoplay: Bool) -> Int {
        load(mediaInfo, autoplay: autoplay)
    }

    /// Loads media.
    ///
    /// - Parameters:
    ///   - mediaInfo: The media to load.
    ///   - autoplay: Whether playback starts as soon as possible.
    ///   - playPosition: The start position in seconds.
    @discardableResult
    public func loadMedia(_ mediaInfo: GCKMediaInformation, autoplay: Bool, playPosition: TimeInterval) -> Int {
        load(mediaInfo, autoplay: autoplay, at: playPosition)
    }

    /// Loads media with custom data.
    @discardableResult
    public func loadMedia(
        _ mediaInfo: GCKMediaInformation,
        autoplay: Bool,
        playPosition: TimeInterval,
        customData: Any?
    ) -> Int {
        load(mediaInfo, autoplay: autoplay, at: playPosition, customData: customData)
    }

    /// Loads media with active tracks.
    @discardableResult
    public func loadMedia(
        _ mediaInfo: GCKMediaInformation,
        autoplay: Bool,
        playPosition: TimeInterval,
        activeTrackIDs: [NSNumber]?
    ) -> Int {
        load(mediaInfo, autoplay: autoplay, at: playPosition, activeTrackIDs: activeTrackIDs)
    }

    /// Loads media with active tracks and custom data.
    @discardableResult
    public func loadMedia(
        _ mediaInfo: GCKMediaInformation,
        autoplay: Bool,
        playPosition: TimeInterval,
        activeTrackIDs: [NSNumber]?,
        customData: Any?
    ) -> Int {
        load(mediaInfo, autoplay: autoplay, at: playPosition, activeTrackIDs: activeTrackIDs, customData: customData)
    }

    private func load(
        _ mediaInfo: GCKMediaInformation,
        autoplay: Bool = true,
        at playPosition: TimeInterval = 0,
        activeTrackIDs: [NSNumber]? = nil,
        customData: Any? = nil,
        method: StaticString = #function
    ) -> Int {
        requireMainThread(method, of: GCKMediaControlChannel.self)
        let options = GCKMediaLoadOptions()
        options.autoplay = autoplay
        options.playPosition = playPosition
        options.activeTrackIDs = activeTrackIDs
        options.customData = customData
        let isValid = !playPosition.isNaN && isSendable(customData)
        return send(.nothing, isValid: isValid, isLoad: true) { $0.loadMedia(mediaInfo, with: options) }
    }

    // MARK: Tracks

    /// Sets the active tracks. Nil and an empty array deactivate all tracks.
    @discardableResult
    public func setActiveTrackIDs(_ activeTrackIDs: [NSNumber]?) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send { $0.setActiveTrackIDs(activeTrackIDs) }
    }

    /// Sets the style of text tracks. Nil changes nothing.
    @discardableResult
    public func setTextTrackStyle(_ textTrackStyle: GCKMediaTextTrackStyle?) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send { $0.setTextTrackStyle(textTrackStyle) }
    }

    // MARK: Playback

    /// Pauses playback.
    @discardableResult
    public func pause() -> Int { pause(withCustomData: nil) }

    /// Pauses playback, with custom data for the receiver application.
    @discardableResult
    public func pause(withCustomData customData: Any?) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send(isValid: isSendable(customData)) { $0.pause(withCustomData: customData) }
    }

    /// Stops playback and ends the media session, including its queue.
    @discardableResult
    public func stop() -> Int { stop(withCustomData: nil) }

    /// Stops playback, with custom data for the receiver application.
    @discardableResult
    public func stop(withCustomData customData: Any?) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send(isValid: isSendable(customData)) { $0.stop(withCustomData: customData) }
    }

    /// Starts or resumes playback.
    @discardableResult
    public func play() -> Int { play(withCustomData: nil) }

    /// Starts or resumes playback, with custom data for the receiver application.
    @discardableResult
    public func play(withCustomData customData: Any?) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send(isValid: isSendable(customData)) { $0.play(withCustomData: customData) }
    }

    /// Seeks to a position, in seconds from the start.
    @discardableResult
    public func seek(toTimeInterval position: TimeInterval) -> Int {
        seek(toTimeInterval: position, resumeState: .unchanged)
    }

    /// Seeks to a position and sets the state of playback afterward.
    @discardableResult
    public func seek(toTimeInterval position: TimeInterval, resumeState: GCKMediaResumeState) -> Int {
        seek(toTimeInterval: position, resumeState: resumeState, customData: nil)
    }

    /// Seeks to a position, with custom data for the receiver application.
    @discardableResult
    public func seek(
        toTimeInterval position: TimeInterval,
        resumeState: GCKMediaResumeState,
        customData: Any?
    ) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        let options = GCKMediaSeekOptions()
        options.interval = position
        options.resumeState = resumeState
        options.customData = customData
        return send(isValid: position.isFinite && isSendable(customData)) { $0.seek(with: options) }
    }

    // MARK: Stream volume

    /// Sets the stream volume, from 0 to 1, which is applied in addition to the device volume. Values outside this
    /// range are clamped.
    @discardableResult
    public func setStreamVolume(_ volume: Float) -> Int { setStreamVolume(volume, customData: nil) }

    /// Sets the stream volume, with custom data for the receiver application.
    @discardableResult
    public func setStreamVolume(_ volume: Float, customData: Any?) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send(isValid: !volume.isNaN && isSendable(customData)) {
            $0.setStreamVolume(volume, customData: customData)
        }
    }

    /// Mutes or unmutes the stream.
    @discardableResult
    public func setStreamMuted(_ muted: Bool) -> Int { setStreamMuted(muted, customData: nil) }

    /// Mutes or unmutes the stream, with custom data for the receiver application.
    @discardableResult
    public func setStreamMuted(_ muted: Bool, customData: Any?) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send(isValid: isSendable(customData)) { $0.setStreamMuted(muted, customData: customData) }
    }

    /// Requests the media status.
    @discardableResult
    public func requestStatus() -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send(.nothing) { $0.requestStatus() }
    }

    /// Returns whether custom data can be represented as JSON.
    func isSendable(_ customData: Any?) -> Bool {
        do {
            _ = try CustomData(wrappedValue: customData).wire()
            return true
        } catch {
            return false
        }
    }
}
