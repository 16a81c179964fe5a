// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import CastUI
public import SwiftUI

/// The subtitles and the sound tracks of the current media.
public struct TrackSelector: View {
    @Environment(\.castModel) private var model

    public init() {}

    public var body: some View {
        if let model, let selector = model.store.state.trackSelector(at: .now) {
            NavigationStack {
                List {
                    ForEach(Array(selector.tabs.enumerated()), id: \.offset) { _, tab in
                        if tab.isEnabled {
                            Section(model.text(tab.label)) {
                                ForEach(Array(tab.rows.enumerated()), id: \.offset) { _, row in
                                    TrackRow(row: row, tab: tab.tab, model: model)
                                }
                            }
                        }
                    }
                }
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) {
                        Button(model.text(selector.cancel)) { model.send(.cancelTracks) }
                    }
                    ToolbarItem(placement: .confirmationAction) {
                        Button(model.text(selector.apply.label)) { model.send(.applyTracks) }
                            .disabled(!selector.apply.isFree)
                    }
                }
            }
        }
    }
}

private struct TrackRow: View {
    let row: TrackSelectorView.Row
    let tab: TrackChoice.Tab
    let model: CastModel

    var body: some View {
        Button {
            model.send(.selectTrack(tab, row.id))
        } label: {
            HStack {
                VStack(alignment: .leading) {
                    Text(model.text(row.name))
                    if let language = row.language {
                        Text(model.localizer.languageName(language))
                            .font(.footnote)
                            .foregroundStyle(.secondary)
                    }
                }
                Spacer()
                if row.isSelected { CastIcon(.check) }
            }
        }
        .accessibilityAddTraits(row.isSelected ? .isSelected : [])
    }
}
#endif
