// SPDX-License-Identifier: Apache-2.0

import CastUI

// Uploaded files and the controls for uploading.

extension RemotePage {
    /// The uploaded files and the limit that the page checks before it sends a file.
    struct UploadList: Sendable {
        var files: [RemoteFile]
        /// The uploaded subtitles.
        var subtitles: [RemoteFile] = []
        /// The maximum size of a file in bytes.
        var maximumSize: UInt64
    }

    /// The form without script, which contains the page's fields. The field for the files refers to it by its id.
    ///
    /// It precedes that field in the document, so that a browser sends the page's secret before the files.
    func uploadForm(_ frame: PageFrame) -> HTML {
        guard uploads != nil else { return .nothing }
        return .node(
            "form",
            ["method": "post", "action": "/upload", "enctype": "multipart/form-data", "id": "upload-form"],
            [
                .node("input", ["type": "hidden", "name": "page", "value": frame.page]),
                .node("input", ["type": "hidden", "name": "secret", "value": frame.secret]),
            ]
        )
    }

    /// The list of the uploads in progress, which the script fills.
    var uploadProgress: HTML {
        uploads == nil ? .nothing : .node("ul", ["id": "uploading", "class": "uploading", "role": "list"])
    }

    /// Returns the part of the list of sources below the shared files.
    func uploadParts(_ uploads: UploadList, _ canAdd: Bool) -> [HTML] {
        var parts: [HTML] = []
        if !uploads.files.isEmpty || !uploads.subtitles.isEmpty {
            parts.append(.node("h3", ["id": "uploaded-title"], text: text(.uploadTitle)))
            parts.append(
                .node(
                    "ul",
                    ["class": "files uploaded", "role": "list", "aria-labelledby": "uploaded-title"],
                    uploads.files.map { row($0, canAdd, isUploaded: true) } + uploads.subtitles.map(subtitleRow)
                )
            )
        }
        parts.append(
            .node(
                "div",
                ["class": "upload"],
                [
                    .node("label", ["for": "upload-files", "class": "value"], text: text(.uploadChoose)),
                    .node(
                        "input",
                        [
                            "type": "file", "name": "file", "id": "upload-files", "form": "upload-form",
                            "multiple": "",
                            "accept":
                                "video/*,audio/*,image/*,.mkv,.flac,\(UploadName.subtitleSuffixes.map { ".\($0)" }.joined(separator: ","))",
                        ]
                    ),
                    .node(
                        "noscript",
                        [:],
                        [
                            .node(
                                "button",
                                ["type": "submit", "form": "upload-form", "class": "wide", "id": "upload-send"],
                                text: text(.uploadSend)
                            )
                        ]
                    ),
                ]
            )
        )
        return parts
    }

    /// Returns the row of uploaded subtitles, which are chosen in the dialog of a film.
    private func subtitleRow(_ file: RemoteFile) -> HTML {
        .node(
            "li",
            ["data-key": file.id],
            [
                .node(
                    "span",
                    ["class": "row"],
                    [
                        .node("span", ["class": "thumb"], [Self.icon(.tracks)]),
                        .node("span", ["class": "name"], [line(.text(file.name))]),
                    ]
                ),
                button(
                    ControlLabel(.uploadRemove, .text(file.name)),
                    "removeUpload:\(file.id)",
                    .icon(.remove),
                    "step"
                ),
            ]
        )
    }
}
