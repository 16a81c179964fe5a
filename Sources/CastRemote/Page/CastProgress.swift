// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastMediaProbe
import CastUI

/// What happens to an item between the user's action and its playback.
struct CastProgress: Sendable, Equatable {
    enum Stage: Sendable, Equatable {
        /// The tracks of the file are determined.
        case reading
        /// The device loads the item, which is converted meanwhile if the plan says so.
        case loading(MediaPlan?, device: String)
        case playing
        case failed(CastFailure)
    }

    /// The time for which the line says that the item plays.
    private static let playingDuration = Duration.seconds(4)

    var title: String
    var stage: Stage
    /// When the line is removed; nil to keep it until the next stage.
    var until: ContinuousClock.Instant?

    init(title: String, stage: Stage, at instant: ContinuousClock.Instant = .now) {
        self.title = title
        self.stage = stage
        until = stage == .playing ? instant.advanced(by: Self.playingDuration) : nil
    }

    /// The line for the user.
    var phrase: Phrase {
        switch stage {
        case .reading: Phrase(.progressReading, .text(title))
        case .playing: Phrase(.progressPlaying, .text(title))
        case .failed: Phrase(.progressFailed, .text(title))
        case .loading(let plan, let device): loading(plan, on: device)
        }
    }

    private func loading(_ plan: MediaPlan?, on device: String) -> Phrase {
        guard case .conversion(let conversion)? = plan?.delivery else {
            return Phrase(.progressLoading, .text(title), .text(device))
        }
        func encoded(_ track: MediaPlan.Conversion.Track?) -> String? {
            track.flatMap { $0.treatment == .encode ? "\($0.codec)" : nil }
        }
        return switch (encoded(conversion.video), encoded(conversion.audio)) {
        case (let video?, let audio?):
            Phrase(.progressBoth, .text(title), .text(video), .text(audio), .text(device))
        case (let video?, nil): Phrase(.progressVideo, .text(title), .text(video), .text(device))
        case (nil, let audio?): Phrase(.progressAudio, .text(title), .text(audio), .text(device))
        case (nil, nil): Phrase(.progressCopy, .text(title), .text(device))
        }
    }
}

/// Why an item does not play, with everything that is known about it.
struct CastFailure: Sendable, Equatable {
    /// What the device reported, or why the item was not loaded.
    var reason: String
    /// The device that reported the reason; nil if it was not asked.
    var device: String?
    /// The tracks of the file; nil if they are not known.
    var facts: MediaFacts?
    /// How the file was delivered; nil for an address, or if its tracks are not known.
    var plan: MediaPlan?
    /// The requests of the device for the file; nil for an address.
    var traffic: MediaTraffic?
    var advice: TextKey

    init(
        reason: String,
        device: String? = nil,
        facts: MediaFacts? = nil,
        plan: MediaPlan? = nil,
        traffic: MediaTraffic? = nil,
        advice: TextKey
    ) {
        self.reason = reason
        self.device = device
        self.facts = facts
        self.plan = plan
        self.traffic = traffic
        self.advice = advice
    }

    /// The explanation in the order of the events: the delivery, the requests, the report of the device, the advice.
    var lines: [Phrase] {
        var lines: [Phrase] = []
        if let plan {
            if plan.needsConverter {
                lines.append(Phrase(.explainConversion, .text("\(plan)")))
                lines += plan.reasons.map { Phrase(.explainBecause, .text($0)) }
            } else {
                lines.append(Phrase(.explainDirect))
            }
        }
        if let traffic {
            lines.append(
                traffic.requests == 0
                    ? Phrase(.explainNotRequested)
                    : Phrase(
                        .explainRequested,
                        .number(traffic.requests),
                        .text(ByteText.size(UInt64(max(0, traffic.bytesSent))))
                    )
            )
        }
        lines.append(
            device.map { Phrase(.explainDevice, .text($0), .text(reason)) } ?? Phrase(.explainReason, .text(reason))
        )
        // A device that sends no request at all is usually kept away by a firewall.
        lines.append(Phrase(traffic?.requests == 0 ? .adviceServer : advice))
        return lines
    }
}

extension RemotePage {
    /// The line about the preparation of an item, or the explanation of its failure.
    var castProgress: HTML {
        guard let progress else { return .nothing }
        guard case .failed(let failure) = progress.stage else {
            let isWorking = progress.stage != .playing
            return .node(
                "p",
                ["class": "progress activity", "role": "status", "id": "cast-progress"],
                [
                    isWorking
                        ? .node("span", ["class": "spinner", "aria-hidden": "true"]) : Self.icon(.check),
                    .node("span", [:], [line(.phrase(progress.phrase))]),
                ]
            )
        }
        return .node(
            "section",
            ["class": "progress card", "aria-labelledby": "cast-failure"],
            [
                .node(
                    "header",
                    [:],
                    [
                        .node("h2", ["id": "cast-failure"], [line(.phrase(progress.phrase))]),
                        button(ControlLabel(.progressDismiss), "dismissProgress", .icon(.remove), "step"),
                    ]
                ),
                .node(
                    "ul",
                    ["class": "explanation"],
                    failure.lines.map { .node("li", [:], [line(.phrase($0))]) }
                ),
                details(id: "failure-details", failure.facts?.summary.map { .text($0) } ?? []),
            ]
        )
    }
}
