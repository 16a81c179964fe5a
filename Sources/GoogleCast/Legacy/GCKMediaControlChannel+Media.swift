public import Foundation

@available(*, deprecated, message: "use the remoteMediaClient of GCKCastSession")
extension GCKMediaControlChannel {
    // MARK: Loading

    /// Loads media and plays it from its beginning.
    @discardableResult
    public func loadMedia(_ mediaInfo: GCKMediaInformation) -> Int { load(mediaInfo) }

    @discardableResult
    public func loadMedia(_ mediaInfo: GCKMediaInformation, autoplay: Bool) -> Int {
        load(mediaInfo, autoplay: autoplay)
    }

    /// Loads media.
    ///
    /// - Parameters:
    ///   - mediaInfo: What.
    ///   - autoplay: Whether it plays as soon as it can.
    ///   - playPosition: Where it begins, in seconds.
    @discardableResult
    public func loadMedia(_ mediaInfo: GCKMediaInformation, autoplay: Bool, playPosition: TimeInterval) -> Int {
        load(mediaInfo, autoplay: autoplay, at: playPosition)
    }

    @discardableResult
    public func loadMedia(
        _ mediaInfo: GCKMediaInformation,
        autoplay: Bool,
        playPosition: TimeInterval,
        customData: Any?
    ) -> Int {
        load(mediaInfo, autoplay: autoplay, at: playPosition, customData: customData)
    }

    @discardableResult
    public func loadMedia(
        _ mediaInfo: GCKMediaInformation,
        autoplay: Bool,
        playPosition: TimeInterval,
        activeTrackIDs: [NSNumber]?
    ) -> Int {
        load(mediaInfo, autoplay: autoplay, at: playPosition, activeTrackIDs: activeTrackIDs)
    }

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

    /// Chooses tracks; nil and an empty list show none.
    @discardableResult
    public func setActiveTrackIDs(_ activeTrackIDs: [NSNumber]?) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send { $0.setActiveTrackIDs(activeTrackIDs) }
    }

    /// Sets how text looks; nil changes nothing.
    @discardableResult
    public func setTextTrackStyle(_ textTrackStyle: GCKMediaTextTrackStyle?) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send { $0.setTextTrackStyle(textTrackStyle) }
    }

    // MARK: Playing

    @discardableResult
    public func pause() -> Int { pause(withCustomData: nil) }

    @discardableResult
    public func pause(withCustomData customData: Any?) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send(isValid: isSendable(customData)) { $0.pause(withCustomData: customData) }
    }

    /// Ends the media session, and with it a queue.
    @discardableResult
    public func stop() -> Int { stop(withCustomData: nil) }

    @discardableResult
    public func stop(withCustomData customData: Any?) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send(isValid: isSendable(customData)) { $0.stop(withCustomData: customData) }
    }

    @discardableResult
    public func play() -> Int { play(withCustomData: nil) }

    @discardableResult
    public func play(withCustomData customData: Any?) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send(isValid: isSendable(customData)) { $0.play(withCustomData: customData) }
    }

    /// Goes to a position, in seconds from the beginning.
    @discardableResult
    public func seek(toTimeInterval position: TimeInterval) -> Int {
        seek(toTimeInterval: position, resumeState: .unchanged)
    }

    @discardableResult
    public func seek(toTimeInterval position: TimeInterval, resumeState: GCKMediaResumeState) -> Int {
        seek(toTimeInterval: position, resumeState: resumeState, customData: nil)
    }

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

    // MARK: Volume of the stream

    /// Sets the volume of the stream, on top of the device's: 0…1, what lies outside is clamped.
    @discardableResult
    public func setStreamVolume(_ volume: Float) -> Int { setStreamVolume(volume, customData: nil) }

    @discardableResult
    public func setStreamVolume(_ volume: Float, customData: Any?) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send(isValid: !volume.isNaN && isSendable(customData)) {
            $0.setStreamVolume(volume, customData: customData)
        }
    }

    @discardableResult
    public func setStreamMuted(_ muted: Bool) -> Int { setStreamMuted(muted, customData: nil) }

    @discardableResult
    public func setStreamMuted(_ muted: Bool, customData: Any?) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send(isValid: isSendable(customData)) { $0.setStreamMuted(muted, customData: customData) }
    }

    /// Asks what is played.
    @discardableResult
    public func requestStatus() -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send(.nothing) { $0.requestStatus() }
    }

    /// Whether an app's own data can be written as JSON.
    func isSendable(_ customData: Any?) -> Bool {
        do {
            _ = try CustomData(wrappedValue: customData).wire()
            return true
        } catch {
            return false
        }
    }
}
