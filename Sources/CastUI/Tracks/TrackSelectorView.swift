// SPDX-License-Identifier: Apache-2.0

import CastSender
public import CastWire

/// The content of the track selector.
public struct TrackSelectorView: Sendable, Equatable {
    /// A tab of the track selector.
    public struct Tab: Sendable, Equatable {
        /// The kind of tracks.
        public var tab: TrackChoice.Tab
        /// The title of the tab.
        public var label: ControlLabel
        /// The icon of the tab.
        public var icon: Icon
        /// Whether the tab has a track to select.
        public var isEnabled: Bool
        /// The tracks; in the text tab, the first row selects none.
        public var rows: [Row]
    }

    /// A track, or the choice of no text.
    public struct Row: Sendable, Equatable {
        /// The id of the track; nil shows no text.
        public var id: Int?
        /// The name of the track; without one, "Closed captions" for captions, or else a name with its number in the tab.
        public var name: ControlLabel
        /// The language code, as reported by the receiver.
        public var language: String?
        /// Whether the track is selected.
        public var isSelected: Bool
    }

    /// The tabs, also those without tracks.
    public var tabs: [Tab]
    /// The tab that is shown.
    public var selected: TrackChoice.Tab
    /// The control that activates the selected tracks.
    public var apply: ControlState
    /// The name of the control that closes the selector without a change.
    public var cancel: ControlLabel
}

extension CastUIState {
    /// Returns the content of the track selector; nil while it is not shown.
    public func trackSelector(at instant: ContinuousClock.Instant) -> TrackSelectorView? {
        guard let openTracks else { return nil }
        let panel = panel(at: instant)
        let tabs = TrackChoice.Tab.allCases.map { tab in
            let rows = openTracks.rows(tab, of: panel.selectableTracks)
            return TrackSelectorView.Tab(
                tab: tab,
                label: ControlLabel(tab == .text ? .textTracks : .audioTracks),
                icon: tab == .text ? .tracks : .audioTrack,
                isEnabled: rows.contains { $0.id != nil },
                rows: rows
            )
        }
        return TrackSelectorView(
            tabs: tabs,
            selected: openTracks.tab,
            apply: ControlState(
                label: ControlLabel(.done),
                reason: panel.disabledReason(for: .tracks),
                isBusy: panel.isBusy
            ),
            cancel: ControlLabel(.cancel)
        )
    }
}

extension TrackChoice {
    /// The maximum number of tracks in a tab.
    static var limit: Int { 500 }

    /// Creates a choice from the active tracks.
    init(_ panel: MediaPanel) {
        self.init(panel.selectableTracks, active: panel.controls?.activeTracks.shown ?? [])
    }

    /// Applies changes that were made elsewhere, but keeps what the user has selected here as long as it is available.
    mutating func follow(from before: MediaPanel, to panel: MediaPanel) {
        let (old, new) = (TrackChoice(before), TrackChoice(panel))
        let tracks = panel.selectableTracks
        func isKept(_ chosen: Int?, _ old: Int?, _ tab: Tab) -> Bool {
            chosen != old && (chosen == nil || tracks.contains { $0.tab == tab && $0.trackID == chosen })
        }
        if !isKept(text, old.text, .text) { text = new.text }
        if !isKept(audio, old.audio, .audio) { audio = new.audio }
        if !tracks.contains(where: { $0.tab == tab }) { tab = new.tab }
    }

    /// Creates a choice from the active ones of some tracks.
    ///
    /// - Parameters:
    ///   - tracks: All tracks; those that cannot be selected are ignored.
    ///   - active: The ids of the active tracks.
    public init(_ tracks: [MediaTrack], active: [Int]) {
        let tracks = tracks.filter(\.isSelectable)
        func first(_ tab: Tab) -> Int? {
            tracks.first { $0.tab == tab && $0.trackID.map(active.contains) == true }?.trackID
        }
        self.init(
            tab: tracks.contains { $0.tab == .text } ? .text : .audio,
            text: first(.text),
            audio: first(.audio)
        )
    }

    /// Returns the rows of a tab. The text tab starts with a row for no text.
    public func rows(_ tab: Tab, of tracks: [MediaTrack]) -> [TrackSelectorView.Row] {
        let listed = tracks.filter { $0.isSelectable && $0.tab == tab }.prefix(Self.limit)
        let chosen = tab == .text ? text : audio
        var rows: [TrackSelectorView.Row] = []
        if tab == .text, !listed.isEmpty {
            rows.append(.init(id: nil, name: ControlLabel(.noTextTrack), language: nil, isSelected: chosen == nil))
        }
        for (index, track) in listed.enumerated() {
            rows.append(
                .init(
                    id: track.trackID,
                    name: track.label(number: index + 1),
                    language: track.language,
                    isSelected: chosen == track.trackID
                )
            )
        }
        return rows
    }

    /// Returns the ids of the tracks to activate: the selected ones, and active ones that are not selectable, such as
    /// video.
    func activeTracks(keeping panel: MediaPanel) -> [Int] {
        activeTracks(of: panel.selectableTracks, keeping: panel.controls?.activeTracks.shown ?? [])
    }

    /// Returns the ids of the tracks to activate: the selected ones, and active ones that are not selectable.
    public func activeTracks(of tracks: [MediaTrack], keeping active: [Int]) -> [Int] {
        let selectable = Set(tracks.filter(\.isSelectable).compactMap(\.trackID))
        let others = active.filter { !selectable.contains($0) }
        return others + [audio, text].compactMap { id in id.flatMap { selectable.contains($0) ? $0 : nil } }
    }
}

extension MediaTrack {
    /// The name of the track, or a text with its number in the tab.
    fileprivate func label(number: Int) -> ControlLabel {
        if let name = name.nonEmpty { return .text(name) }
        return subtype == .captions ? ControlLabel(.closedCaptions) : ControlLabel(.trackNumber, .number(number))
    }

    /// Whether the user can select the track: audio, or text that is displayed.
    var isSelectable: Bool { trackID != nil && tab != nil }

    /// The tab of the track selector that lists the track; nil if it is not listed.
    var tab: TrackChoice.Tab? {
        switch type {
        case .audio?: .audio
        case .text? where subtype != .chapters && subtype != .metadata: .text
        default: nil
        }
    }
}
