// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import CastUI
import SwiftUI

/// An icon of the package, in the foreground color. It scales with the text style of its surroundings.
struct CastIcon: View {
    let icon: Icon
    @ScaledMetric private var side: CGFloat

    init(_ icon: Icon, side: CGFloat = 24) {
        self.icon = icon
        _side = ScaledMetric(wrappedValue: side)
    }

    var body: some View {
        IconOutline(shape: icon.shape)
            .frame(width: side, height: side)
            .accessibilityHidden(true)
    }
}

/// The outline of an icon as a shape.
struct IconOutline: Shape {
    let shape: IconShape

    nonisolated func path(in rect: CGRect) -> Path {
        let scale = min(rect.width, rect.height) / IconShape.side
        func point(_ point: IconShape.Point) -> CGPoint {
            CGPoint(x: rect.minX + point.x * scale, y: rect.minY + point.y * scale)
        }
        var path = Path()
        for element in shape.elements {
            switch element {
            case .move(let end): path.move(to: point(end))
            case .line(let end): path.addLine(to: point(end))
            case .cubic(let first, let second, let end):
                path.addCurve(to: point(end), control1: point(first), control2: point(second))
            case .close: path.closeSubpath()
            }
        }
        return path
    }
}

/// The picture of media, or a placeholder while there is none.
struct ArtworkImage: View {
    let artwork: ArtworkReference?

    var body: some View {
        AsyncImage(url: artwork.flatMap { URL(string: $0.url) }) { phase in
            if let image = phase.image {
                image.resizable().scaledToFit()
            } else {
                ZStack {
                    Rectangle().fill(.quaternary)
                    CastIcon(.film, side: 32).foregroundStyle(.secondary)
                }
            }
        }
        .accessibilityHidden(true)
    }
}

/// A button for a control of the package: its label, its icon, and the reason why it is disabled.
struct ControlButton: View {
    let control: ControlState
    let icon: Icon
    var side: CGFloat = 24
    let action: () -> Void
    @Environment(\.castModel) private var model

    var body: some View {
        Button(action: action) { CastIcon(icon, side: side).padding(8).contentShape(Rectangle()) }
            .disabled(!control.isFree)
            .accessibilityLabel(model?.text(control.label) ?? "")
            .accessibilityValue(control.value.flatMap { model?.text($0) } ?? "")
            .accessibilityHint(control.hint.flatMap { model?.text($0) } ?? "")
    }
}
#endif
