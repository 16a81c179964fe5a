import CastUI

/// The page that asks for the access code. It reveals nothing about the remote.
struct RemoteLogin: Sendable {
    var localizer: Localizer
    /// The message to show, `loginWrong` or `loginWait`; any other key shows none.
    var note = TextKey.remoteTitle
    /// The time until the next attempt, in seconds, for `loginWait`.
    var seconds = 0

    var document: String {
        let problem: String? =
            switch note {
            case .loginWait: localizer.text(Phrase(.loginWait, .number(seconds)))
            case .loginWrong: localizer.text(.loginWrong)
            default: nil
            }
        return RemotePage.document(
            localizer: localizer,
            title: localizer.text(.remoteTitle),
            script: "/assets/login.js?\(RemoteAsset.version)",
            style: "/assets/page.css?\(RemoteAsset.version)",
            words: [:],
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
                                .node("p", ["id": "problem", "role": "alert"], text: problem ?? ""),
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
