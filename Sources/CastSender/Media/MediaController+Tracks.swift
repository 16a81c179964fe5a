// SPDX-License-Identifier: Apache-2.0

public import CastWire

extension MediaController {
    /// Sets the active tracks.
    ///
    /// - Parameters:
    ///   - trackIDs: The ids of all tracks to activate, at most one audio and one video track. An empty array
    ///     deactivates all.
    ///   - customData: Custom data for the application.
    /// - Throws: ``CastError``: `invalidRequest` for ids that the media does not have, otherwise as
    ///   ``play(customData:)``.
    @discardableResult
    public func setActiveTracks(
        _ trackIDs: [Int],
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await perform(.editTracks(active: trackIDs), customData: customData)
    }

    /// Sets the style of text tracks.
    ///
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func setTextTrackStyle(
        _ style: TextTrackStyle,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await perform(.editTracks(style: style), customData: customData)
    }

    /// Sets the active tracks and the style of text tracks in one request.
    ///
    /// - Parameters:
    ///   - active: The ids of the active tracks, as in ``setActiveTracks(_:customData:)``; nil keeps them.
    ///   - style: The style, as in ``setTextTrackStyle(_:customData:)``; nil keeps it. When both are nil, nothing is
    ///     sent.
    ///   - customData: Custom data for the application.
    /// - Throws: ``CastError``: `invalidRequest` for ids that the media does not have, otherwise as
    ///   ``play(customData:)``.
    @discardableResult
    public func editTracks(
        active: [Int]? = nil,
        style: TextTrackStyle? = nil,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        guard active != nil || style != nil else {
            try requireMediaSession(for: EditTracksInfoRequest.type)
            return status
        }
        return try await perform(.editTracks(active: active, style: style), customData: customData)
    }

    /// Turns text tracks on or off, in a language. The application chooses the track.
    ///
    /// - Parameters:
    ///   - isShown: Whether text tracks are shown.
    ///   - language: The language as an RFC 5646 tag; nil leaves the choice to the application.
    ///   - customData: Custom data for the application.
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func showText(
        _ isShown: Bool,
        language: String? = nil,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await perform(.showText(isShown, language: language), customData: customData)
    }

    /// Sets the audio language. The application chooses the track.
    ///
    /// - Parameters:
    ///   - language: The language as an RFC 5646 tag.
    ///   - customData: Custom data for the application.
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func setAudioLanguage(
        _ language: String,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await perform(.setAudioLanguage(language), customData: customData)
    }
}
