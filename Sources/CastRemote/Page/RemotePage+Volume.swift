// SPDX-License-Identifier: Apache-2.0

import CastUI

extension RemotePage {
    /// The volume controls; nothing without a session, which has no volume.
    var volume: HTML {
        guard state.session.isConnected else { return .nothing }
        return .node(
            "section",
            ["class": "card", "aria-label": text(.volume)],
            [volumeControls(state.volumeView, members: state.members, id: "volume-slider")]
        )
    }

    /// Returns slider, buttons and mute, followed by those of the members of a group.
    func volumeControls(_ view: VolumeView, members: [MemberView], id: String) -> HTML {
        var rows = [
            HTML.node(
                "div",
                ["class": "volume", "dir": "ltr"],
                [
                    button(view.mute, "toggleMute", .icon(view.icon)),
                    button(view.down, "nudgeVolume:-1", .icon(.minus), "step"),
                    slider(
                        view.slider,
                        "setVolume",
                        id: id,
                        value: view.level ?? view.range.lowerBound,
                        range: view.range,
                        step: "0.01",
                        kind: "volume",
                        more: ["data-step": Self.number(view.step)]
                    ),
                    button(view.up, "nudgeVolume:1", .icon(.add), "step"),
                    .node(
                        "output",
                        ["class": "percent", "aria-hidden": "true"],
                        text: view.slider.value.map { text($0) } ?? ""
                    ),
                ]
            )
        ]
        if !members.isEmpty {
            rows.append(
                .node(
                    "ul",
                    ["class": "members", "role": "list"],
                    members.enumerated().map { index, member in
                        .node("li", ["data-key": member.id], [memberControls(member, id: "\(id)-\(index)")])
                    }
                )
            )
        }
        return .group(rows)
    }

    private func memberControls(_ member: MemberView, id: String) -> HTML {
        .node(
            "div",
            ["class": "volume"],
            [
                .node("span", ["class": "name"], [line(.text(member.name))]),
                button(member.mute, "toggleMemberMute:\(member.id)", .icon(member.icon)),
                slider(
                    member.slider,
                    "setMemberVolume:\(member.id)",
                    id: id,
                    value: member.level ?? 0,
                    range: 0...1,
                    step: "0.01",
                    kind: "volume"
                ),
                .node(
                    "output",
                    ["class": "percent", "aria-hidden": "true"],
                    text: member.slider.value.map { text($0) } ?? ""
                ),
            ]
        )
    }
}
