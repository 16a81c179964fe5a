// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastMediaProbe
import CastUI

// The dialog with the choices for an item before it is cast.

extension RemotePage {
    /// The open dialog of an item.
    struct OpenOptions: Sendable {
        /// The title of the item.
        var title: String
        /// The id of the button that opened the dialog, which gets the focus when it closes.
        var opener: String
        /// The choices; nil while the file is read.
        var choices: MediaChoices?
        /// Whether the item has a start position: not a picture.
        var hasPosition = true
        /// The position at which the item was left, in seconds; nil if it has not been played.
        var lastPosition: Double?
        /// The device and what it plays; nil without a device.
        var device: (name: String, capabilities: PlaybackCapabilities)?
    }

    /// The id of the form around the controls of the dialog.
    static let optionsFormID = "options-form"
    /// The id of the button that opens the dialog for the address.
    static let addressOptionsID = "address-options"

    /// Returns the id of the button that opens the dialog for a file.
    static func optionsID(of file: RemoteFile) -> String { "options-\(file.id)" }

    var castOptions: HTML {
        guard let options else { return .nothing }
        var content: [HTML] = []
        var buttons = [button(ControlLabel(.cancel), "cancelOptions", .text)]
        if let choices = options.choices {
            content += [subtitleChoices(choices), audioChoices(choices), qualityChoices(choices)]
            if options.hasPosition { content.append(startField(options, choices)) }
            content.append(details(options, choices))
            buttons.append(optionsButton(.castAddressCast, "castChosen", "main"))
            if state.panel(at: instant).isActive { buttons.append(optionsButton(.castAddressAdd, "addChosen")) }
        } else {
            content.append(activity(ControlLabel(.optionsReading)))
        }
        return modal(
            id: "options-title",
            title: ControlLabel(.castFileCast, .text(options.title)),
            close: "cancelOptions",
            opener: options.opener,
            classes: "options",
            content: content,
            buttons: buttons
        )
    }

    private func optionsButton(_ key: TextKey, _ intent: String, _ classes: String = "") -> HTML {
        button(
            ControlState(label: ControlLabel(key)),
            intent,
            .text,
            classes,
            more: ["form": Self.optionsFormID, "data-value-from": "option-start"]
        )
    }

    // MARK: Choices

    private func subtitleChoices(_ choices: MediaChoices) -> HTML {
        guard !choices.subtitles.isEmpty else { return .nothing }
        let none = choice(.subtitles, "none", ControlLabel(.noTextTrack), isSelected: choices.selectedSubtitles == nil)
        return group(
            .textTracks,
            .tracks,
            [none]
                + choices.subtitles.enumerated().map { index, file in
                    choice(
                        .subtitles,
                        "\(index)",
                        .text(file.name),
                        note: file.language.map(localizer.languageName),
                        isSelected: choices.selectedSubtitles == index
                    )
                }
        )
    }

    private func audioChoices(_ choices: MediaChoices) -> HTML {
        let languages = choices.audioLanguages
        guard !languages.isEmpty else { return .nothing }
        let automatic = choice(
            .audio,
            "none",
            ControlLabel(.optionDefault),
            isSelected: choices.audioLanguage == nil
        )
        return group(
            .audioTracks,
            .audioTrack,
            [automatic]
                + languages.map { tag in
                    choice(.audio, tag, .text(localizer.languageName(tag)), isSelected: choices.audioLanguage == tag)
                }
        )
    }

    private func qualityChoices(_ choices: MediaChoices) -> HTML {
        let heights = choices.smallerHeights
        guard !heights.isEmpty else { return .nothing }
        let original = choice(
            .quality,
            "none",
            ControlLabel(.optionOriginal),
            isSelected: choices.maximumHeight == nil
        )
        return group(
            .optionQuality,
            .film,
            [original]
                + heights.map { height in
                    choice(.quality, "\(height)", .text("\(height)p"), isSelected: choices.maximumHeight == height)
                },
            classes: "pills"
        )
    }

    private func group(_ key: TextKey, _ icon: Icon, _ rows: [HTML], classes: String? = nil) -> HTML {
        .node(
            "fieldset",
            ["class": classes],
            [.node("legend", [:], [Self.icon(icon), .text(text(key))])] + rows
        )
    }

    private func choice(
        _ kind: MediaChoices.Kind,
        _ value: String,
        _ label: ControlLabel,
        note: String? = nil,
        isSelected: Bool
    ) -> HTML {
        let name = "option:\(kind.rawValue)"
        return .node(
            "label",
            ["class": "track"],
            [
                .node(
                    "input",
                    [
                        "type": "radio", "name": name, "data-intent": name, "value": value,
                        "checked": isSelected ? "" : nil, "id": "option-\(kind.rawValue)-\(value)",
                        "form": Self.optionsFormID,
                    ]
                ),
                .node("span", ["class": "name"], [line(label)]),
            ] + (note.map { [.node("span", ["class": "value"], [line(.text($0))])] } ?? [])
        )
    }

    private func startField(_ options: OpenOptions, _ choices: MediaChoices) -> HTML {
        let field = HTML.node(
            "input",
            [
                "type": "text", "id": "option-start", "name": "start", "form": Self.optionsFormID,
                "value": StartPosition.text(choices.startTime), "placeholder": "0:00", "maxlength": "16",
                "autocomplete": "off", "spellcheck": "false", "dir": "ltr", "aria-describedby": "option-start-hint",
            ]
        )
        let hint =
            options.lastPosition.map { ControlLabel(.optionContinue, .time($0)) } ?? ControlLabel(.optionStartHint)
        return .node(
            "div",
            ["class": "start"],
            [
                .node("label", [:], [.node("span", [:], text: text(.optionStart)), field]),
                .node("p", ["class": "value", "id": "option-start-hint"], [line(hint)]),
            ]
        )
    }

    // MARK: Details

    /// What is known about the file, and how the device would receive it with the current choices.
    private func details(_ options: OpenOptions, _ choices: MediaChoices) -> HTML {
        guard let facts = choices.facts else { return .nothing }
        var lines = facts.summary.map(ControlLabel.text)
        if let device = options.device {
            do throws(MediaPlanError) {
                let plan = try MediaPlan.make(for: facts, on: device.capabilities, options: choices.conversion)
                lines.append(ControlLabel(.optionPlan, .text(device.name), .text("\(plan)")))
                lines += (plan.reasons + plan.notes).map(ControlLabel.text)
            } catch {
                lines.append(ControlLabel(.optionPlan, .text(device.name), .text("\(error)")))
            }
        }
        return details(id: "option-details", lines)
    }

    /// Returns a list that the user can open.
    func details(id: String, _ lines: [ControlLabel]) -> HTML {
        guard !lines.isEmpty else { return .nothing }
        return .node(
            "details",
            ["id": id],
            [
                .node("summary", [:], [Self.icon(.information), .node("span", [:], text: text(.optionDetails))]),
                .node("ul", ["class": "explanation"], lines.map { .node("li", [:], [line($0)]) }),
            ]
        )
    }
}
