import CastUI

/// The page that asks for the code. It says nothing about what is behind it.
struct RemoteLogin: Sendable {
    var localizer: Localizer
    /// What is said besides; the title where there is nothing.
    var note = TextKey.remoteTitle
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
