// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import CastUI
public import SwiftUI

/// The queue of the device. Items can be played, moved and removed.
public struct QueueList: View {
    @Environment(\.castModel) private var model

    public init() {}

    public var body: some View {
        if let model {
            let queue = model.store.state.queueView(at: .now)
            NavigationStack {
                List {
                    if queue.rows.isEmpty { Text(model.text(queue.emptyText)).foregroundStyle(.secondary) }
                    ForEach(queue.rows) { row in
                        Button {
                            model.send(.jumpToItem(row.id))
                        } label: {
                            QueueRow(row: row, model: model)
                        }
                        .accessibilityAddTraits(row.role == .current ? .isSelected : [])
                    }
                    .onDelete { offsets in
                        for index in offsets { model.send(.removeItem(queue.rows[index].id)) }
                    }
                    .onMove { offsets, destination in
                        guard let index = offsets.first else { return }
                        // The destination is counted with the item that moves.
                        let target = destination > index ? destination - 1 : destination
                        model.send(.moveItem(queue.rows[index].id, toIndex: target))
                    }
                    .deleteDisabled(!queue.isEditable)
                    .moveDisabled(!queue.isEditable)
                }
                .navigationTitle(model.localizer.text(.queue))
                .toolbar {
                    Button(model.text(queue.clear.label)) { model.send(.clearQueue) }.disabled(!queue.clear.isFree)
                }
            }
        }
    }
}

private struct QueueRow: View {
    let row: QueueView.Row
    let model: CastModel

    var body: some View {
        HStack(spacing: 12) {
            if row.artwork != nil { ArtworkImage(artwork: row.artwork).frame(width: 44, height: 44) }
            VStack(alignment: .leading) {
                Text(model.text(row.title)).fontWeight(row.role == .current ? .semibold : .regular)
                if let subtitle = row.subtitle {
                    Text(model.text(subtitle)).font(.footnote).foregroundStyle(.secondary)
                }
            }
            Spacer()
            if let duration = row.duration {
                Text(model.localizer.text(.time(duration))).font(.footnote.monospacedDigit())
            }
        }
        .opacity(row.role == .history ? 0.6 : 1)
    }
}
#endif
