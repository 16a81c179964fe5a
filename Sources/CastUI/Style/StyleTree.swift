// SPDX-License-Identifier: Apache-2.0

/// The values of style attributes at the nodes of the style tree. Attributes that are not set are inherited.
///
/// The skin chooses the type of the values: ``StyleValue`` for the web, color and font objects for UIKit.
public struct StyleTree<Value> {
    private struct Key: Hashable {
        var node: StyleNode
        var attribute: StyleAttribute
    }

    private var values: [Key: Value] = [:]
    private let builtIn: @Sendable (StyleAttribute) -> Value?

    /// Creates a style tree.
    ///
    /// - Parameter builtIn: Returns the default of an attribute, for nodes where neither the node nor an ancestor sets
    ///   it.
    public init(builtIn: @escaping @Sendable (StyleAttribute) -> Value?) {
        self.builtIn = builtIn
    }

    /// Sets an attribute at a node, for the node and the nodes that inherit from it; nil removes the value.
    public mutating func set(_ value: Value?, for attribute: StyleAttribute, at node: StyleNode) {
        values[Key(node: node, attribute: attribute)] = value
    }

    /// Returns the value that is set at the node itself.
    public func own(_ attribute: StyleAttribute, at node: StyleNode) -> Value? {
        values[Key(node: node, attribute: attribute)]
    }

    /// Returns the effective value at a node: its own value, that of the nearest ancestor that sets it, or the default.
    public func resolved(_ attribute: StyleAttribute, at node: StyleNode) -> Value? {
        var next: StyleNode? = node
        while let node = next {
            if let value = own(attribute, at: node) { return value }
            next = node.parent
        }
        return builtIn(attribute)
    }
}

extension StyleTree: Sendable where Value: Sendable {}

/// A node of the style tree. Attributes that are not set at a node are inherited from its parent.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum StyleNode: String, Sendable, Hashable, CaseIterable {
    case castViews
    case deviceControl, deviceChooser, connection, connectionNavigation, connectionToolbar, noDevices
    case mediaControl, expanded, mini, trackSelector
    case instructions

    /// The parent node; nil for the root.
    public var parent: StyleNode? {
        switch self {
        case .castViews: nil
        case .deviceControl, .mediaControl, .instructions: .castViews
        case .deviceChooser, .connection, .noDevices: .deviceControl
        case .connectionNavigation, .connectionToolbar: .connection
        case .expanded, .mini, .trackSelector: .mediaControl
        }
    }
}

/// An attribute that can be styled at every ``StyleNode``. The raw value is the name of the property in the GCK
/// classes.
///
/// `muteOffImage` is shown while the receiver is muted; it is named after the effect of a tap.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum StyleAttribute: String, Sendable, Hashable, CaseIterable {
    case closedCaptionsImage, forward30SecondsImage, rewind30SecondsImage, volumeImage, muteOffImage, muteOnImage
    case pauseImage, playImage, skipNextImage, skipPreviousImage, audioTrackImage, subtitlesTrackImage, stopImage
    case buttonTextFont, bodyTextFont, headingTextFont, captionTextFont
    case buttonTextColor, bodyTextColor, headingTextColor, captionTextColor
    case buttonTextShadowColor, bodyTextShadowColor, headingTextShadowColor, captionTextShadowColor
    case buttonTextShadowOffset, bodyTextShadowOffset, headingTextShadowOffset, captionTextShadowOffset
    case backgroundColor, iconTintColor
    case sliderProgressColor, sliderSecondaryProgressColor, sliderUnseekableProgressColor
    case sliderTooltipBackgroundColor, liveIndicatorColor
    case adImageContentMode, backgroundImageContentMode
    case playedAdMarkerFillColor, unplayedAdMarkerFillColor
    case volumeSliderThumbTintColor, volumeSliderMinimumTrackTintColor, volumeSliderMaximumTrackTintColor
}
