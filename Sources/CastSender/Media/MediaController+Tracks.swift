public import CastWire

extension MediaController {
    /// Chooses tracks.
    ///
    /// - Parameters:
    ///   - trackIDs: The ids of all tracks to show, at most one of sound and one of picture; empty shows none.
    ///   - customData: Anything for the application.
    /// - Throws: ``CastError``: `invalidRequest` for ids the media does not have, else as ``play(customData:)``.
    @discardableResult
    public func setActiveTracks(
        _ trackIDs: [Int],
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        let id = try mediaSessionID(for: EditTracksInfoRequest.type)
        return try await command(
            EditTracksInfoRequest(mediaSessionID: id, activeTrackIDs: trackIDs),
            customData,
            kind: .tracks
        )
    }

    /// Sets how text tracks look.
    ///
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func setTextTrackStyle(
        _ style: TextTrackStyle,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        let id = try mediaSessionID(for: EditTracksInfoRequest.type)
        return try await command(
            EditTracksInfoRequest(mediaSessionID: id, textTrackStyle: style),
            customData,
            kind: .textStyle
        )
    }

    /// Chooses tracks and how their text looks, in one request.
    ///
    /// - Parameters:
    ///   - active: As in ``setActiveTracks(_:customData:)``; nil changes nothing.
    ///   - style: As in ``setTextTrackStyle(_:customData:)``; nil changes nothing. With both nil nothing is sent.
    ///   - customData: Anything for the application.
    /// - Throws: ``CastError``: `invalidRequest` for ids the media does not have, else as ``play(customData:)``.
    @discardableResult
    public func editTracks(
        active: [Int]? = nil,
        style: TextTrackStyle? = nil,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        let id = try mediaSessionID(for: EditTracksInfoRequest.type)
        guard active != nil || style != nil else { return status }
        return try await command(
            EditTracksInfoRequest(mediaSessionID: id, activeTrackIDs: active, textTrackStyle: style),
            customData,
            kind: active == nil ? .textStyle : .tracks
        )
    }

    /// Shows or hides text, in a language; the application chooses the track.
    ///
    /// - Parameters:
    ///   - isShown: Whether text is shown.
    ///   - language: As RFC 5646 has it; nil leaves the choice to the application.
    ///   - customData: Anything for the application.
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func showText(
        _ isShown: Bool,
        language: String? = nil,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        let id = try mediaSessionID(for: EditTracksInfoRequest.type)
        return try await command(
            EditTracksInfoRequest(mediaSessionID: id, language: language, enableTextTracks: isShown),
            customData,
            kind: .tracks
        )
    }

    /// Chooses the language of the sound; the application chooses the track.
    ///
    /// - Parameters:
    ///   - language: As RFC 5646 has it.
    ///   - customData: Anything for the application.
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func setAudioLanguage(
        _ language: String,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        let id = try mediaSessionID(for: EditAudioTracksRequest.type)
        guard !language.isEmpty else { throw CastError.invalid("The language is empty", device: device) }
        return try await command(EditAudioTracksRequest(mediaSessionID: id, language: language), customData)
    }
}
