import CastSender
public import CastWire

/// The track selector as a skin draws it.
public struct TrackSelectorView: Sendable, Equatable {
    public struct Tab: Sendable, Equatable {
        public var tab: TrackChoice.Tab
        public var label: Label
        public var icon: Icon
        public var isEnabled: Bool
        public var rows: [Row]
    }

    public struct Row: Sendable, Equatable {
        /// nil shows no text.
        public var id: Int?
        public var name: Label
        /// A language's code, as the receiver gives it.
        public var language: String?
        public var isSelected: Bool
    }

    public var tabs: [Tab]
    public var selected: TrackChoice.Tab
    public var apply: ControlState
    public var cancel: Label
}

extension CastUIState {
    /// Nil while it is not on the screen.
    public func trackSelector(at instant: ContinuousClock.Instant) -> TrackSelectorView? {
        guard let openTracks else { return nil }
        let panel = panel(at: instant)
        let tabs = TrackChoice.Tab.allCases.map { tab in
            let rows = openTracks.rows(tab, of: panel.selectableTracks)
            return TrackSelectorView.Tab(
                tab: tab,
                label: Label(tab == .text ? .textTracks : .audioTracks),
                icon: tab == .text ? .tracks : .audioTrack,
                isEnabled: rows.contains { $0.id != nil },
                rows: rows
            )
        }
        return TrackSelectorView(
            tabs: tabs,
            selected: openTracks.tab,
            apply: ControlState(label: Label(.done), reason: panel.reason(against: .tracks), isBusy: panel.isBusy),
            cancel: Label(.cancel)
        )
    }
}

extension TrackChoice {
    /// The most tracks that a tab lists.
    static var limit: Int { 500 }

    /// What is in use now, as the starting point of a choice.
    init(_ panel: MediaPanel) {
        self.init(panel.selectableTracks, active: panel.controls?.activeTracks.shown ?? [])
    }

    /// What others changed meanwhile is shown, but for what a person has already chosen here and still can.
    mutating func follow(from before: MediaPanel, to panel: MediaPanel) {
        let (old, new) = (TrackChoice(before), TrackChoice(panel))
        let tracks = panel.selectableTracks
        func stays(_ chosen: Int?, _ old: Int?, _ tab: Tab) -> Bool {
            chosen != old && (chosen == nil || tracks.contains { $0.tab == tab && $0.trackID == chosen })
        }
        if !stays(text, old.text, .text) { text = new.text }
        if !stays(audio, old.audio, .audio) { audio = new.audio }
        if !tracks.contains(where: { $0.tab == tab }) { tab = new.tab }
    }

    /// What is in use of some tracks, as the starting point of a choice.
    ///
    /// - Parameters:
    ///   - tracks: All there are; those that nobody can choose count for nothing.
    ///   - active: The ids of those in use.
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

    /// What a tab lists. Text begins with a row for none.
    public func rows(_ tab: Tab, of tracks: [MediaTrack]) -> [TrackSelectorView.Row] {
        let listed = tracks.filter { $0.isSelectable && $0.tab == tab }.prefix(Self.limit)
        let chosen = tab == .text ? text : audio
        var rows: [TrackSelectorView.Row] = []
        if tab == .text, !listed.isEmpty {
            rows.append(.init(id: nil, name: Label(.noTextTrack), language: nil, isSelected: chosen == nil))
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

    /// The ids to make active: what is chosen, and what is active and no matter of choice, such as a picture.
    func activeTracks(keeping panel: MediaPanel) -> [Int] {
        activeTracks(of: panel.selectableTracks, keeping: panel.controls?.activeTracks.shown ?? [])
    }

    /// The ids to make active of some tracks: what is chosen, and what is active and no matter of choice.
    public func activeTracks(of tracks: [MediaTrack], keeping active: [Int]) -> [Int] {
        let selectable = Set(tracks.filter(\.isSelectable).compactMap(\.trackID))
        let others = active.filter { !selectable.contains($0) }
        return others + [audio, text].compactMap { id in id.flatMap { selectable.contains($0) ? $0 : nil } }
    }
}

extension MediaTrack {
    fileprivate func label(number: Int) -> Label {
        if let name = name.nonEmpty { return .text(name) }
        return subtype == .captions ? Label(.closedCaptions) : Label(.trackNumber, .number(number))
    }
}
