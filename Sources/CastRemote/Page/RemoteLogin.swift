// SPDX-License-Identifier: Apache-2.0

import CastUI

/// The page that asks for the access code. It reveals nothing about the remote.
struct RemoteLogin: Sendable {
    var localizer: Localizer
    var problem: Problem?

    /// Why a code was rejected.
    enum Problem: Sendable {
        case wrongCode
        /// Too many wrong codes; the next attempt is possible after this time.
        case tooManyAttempts(seconds: Int)

        var phrase: Phrase {
            switch self {
            case .wrongCode: Phrase(.loginWrong)
            case .tooManyAttempts(let seconds): Phrase(.loginWait, .number(seconds))
            }
        }
    }

    var document: String {
        RemotePage.document(
            localizer: localizer,
            title: localizer.text(.remoteTitle),
            script: "/assets/login.js?\(RemoteAsset.version)",
            style: "/assets/page.css?\(RemoteAsset.version)",
            words: [],
            body: [
                RemotePage.shapes,
                .node(
                    "main",
                    ["class": "login"],
                    [
                        .node(
                            "form",
                            ["method": "post", "action": "/login", "class": "card", "id": "login"],
                            [
                                RemotePage.icon(.lock),
                                .node("h1", [:], text: localizer.text(.loginTitle)),
                                .node("p", ["class": "value"], text: localizer.text(.loginHint)),
                                .node(
                                    "p",
                                    ["id": "problem", "role": "alert"],
                                    text: problem.map { localizer.text($0.phrase) } ?? ""
                                ),
                                .node(
                                    "input",
                                    [
                                        "type": "text", "name": "token", "id": "token", "required": "",
                                        "aria-label": localizer.text(.loginCode), "autocomplete": "off",
                                        "autocapitalize": "none", "spellcheck": "false", "maxlength": "100",
                                        "dir": "ltr", "autofocus": "",
                                    ]
                                ),
                                .node(
                                    "button",
                                    ["type": "submit", "class": "wide main"],
                                    text: localizer.text(.loginOpen)
                                ),
                            ]
                        )
                    ]
                ),
            ]
        )
    }
}
