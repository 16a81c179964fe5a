// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import CastMedia

@Suite struct SidecarTests {
    private func find(_ folders: [String: [String]], _ path: String = "/m/film.mkv") -> [SidecarSubtitle] {
        SidecarSubtitle.find(for: path) { folders[$0] ?? [] }
    }

    @Test(
        arguments: [
            ("film.srt", nil, nil, false, false), ("film.en.vtt", "en", nil, false, false),
            ("film.en.forced.srt", "en", nil, true, false),
            ("film.eng.sdh.ass", "en", nil, false, true), ("film.German.srt", "de", nil, false, false),
            ("film.pt-BR.SRT", "pt-BR", nil, false, false),
            ("film.pt_br.srt", "pt-BR", nil, false, false), ("film.en.hi.srt", "en", nil, false, true),
            ("film.hi.srt", "hi", nil, false, false),
            ("film.en.Commentary.srt", "en", "Commentary", false, false), ("film.the.srt", nil, "the", false, false),
            ("film.English (SDH).srt", "en", nil, false, true), ("film.2_English.srt", "en", nil, false, false),
            ("film.zh-Hans.ttml", "zh-Hans", nil, false, false), ("film.default.en.cc.dfxp", "en", nil, false, true),
        ] as [(String, String?, String?, Bool, Bool)]
    )
    func `the name describes the subtitles`(
        name: String,
        language: String?,
        title: String?,
        forced: Bool,
        impaired: Bool
    ) {
        #expect(
            find(["/m": ["film.mkv", name]]) == [
                SidecarSubtitle(
                    path: "/m/\(name)",
                    language: language,
                    title: title,
                    isForced: forced,
                    isForHearingImpaired: impaired
                )
            ]
        )
    }

    @Test(arguments: [
        "film.mkv", "film2.srt", "other.srt", "film.txt", "film", "srt", ".srt", "film.en.srt/x", "../film.srt",
        "film\0.srt",
    ])
    func `other files are not subtitles of the media file`(name: String) {
        #expect(find(["/m": ["film.mkv", name]]).isEmpty)
    }

    @Test func `a file belongs to the media file with the longest name`() {
        let names = ["film.mkv", "film.2.mkv", "film.srt", "film.2.srt", "film.2.en.srt"]
        #expect(find(["/m": names]).map(\.path) == ["/m/film.srt"])
        #expect(find(["/m": names], "/m/film.2.mkv").map(\.path) == ["/m/film.2.en.srt", "/m/film.2.srt"])
    }

    @Test(arguments: ["Subs", "SUBTITLES", "sub", "Subtitle"])
    func `subfolders are searched`(folder: String) {
        let files = [
            "/m": ["film.mkv", folder, "Extras", "film.srt"],
            "/m/\(folder)": ["10_French.srt", "2_English.srt", "film.de.srt", "film", "x.txt"],
            "/m/\(folder)/film": ["3_Italian.srt", "2_English_SDH.srt"], "/m/Extras": ["film.srt"],
        ]
        let found = find(files)
        #expect(
            found.map { String($0.path.dropFirst(3)) } == [
                "film.srt", "\(folder)/2_English.srt", "\(folder)/10_French.srt", "\(folder)/film.de.srt",
                "\(folder)/film/2_English_SDH.srt", "\(folder)/film/3_Italian.srt",
            ]
        )
        #expect(found.map(\.language) == [nil, "en", "fr", "de", "en", "it"])
        #expect(found[4].isForHearingImpaired)
    }

    @Test func `unrelated names in a subfolder count only for a single media file`() {
        let files = ["/m": ["film.mkv", "other.mp4", "Subs"], "/m/Subs": ["2_English.srt", "film.en.srt"]]
        #expect(find(files).map(\.path) == ["/m/Subs/film.en.srt"])
    }

    @Test func `words of a title are not languages`() {
        let found = find([
            "/m": ["film.mkv", "Subs"], "/m/Subs": ["It.Is.No.Film.2020.srt", "It.Is.A.Film.de.srt", "en.srt"],
        ])
        #expect(found.map(\.language) == ["en", "de", nil])
    }

    @Test func `the number of files is bounded`() {
        let names = (1...1000).map { "film.\($0).srt" }
        let found = find(["/m": ["film.mkv", "Subs"] + names.shuffled(), "/m/Subs": names])
        #expect(found.map(\.path) == (1...32).map { "/m/film.\($0).srt" })
    }

    @Test(arguments: [
        ("film.mkv", ".", "film.srt"), ("/film.mkv", "/", "/film.srt"), ("a/film.mkv", "a", "a/film.srt"),
    ])
    func `paths keep their form`(media: String, folder: String, path: String) {
        #expect(find([folder: ["film.mkv", "film.srt"]], media).map(\.path) == [path])
    }

    @Test(arguments: ["", "/", "//", ".", "..", "a/", "\0", ".mkv"])
    func `unusual paths find nothing`(path: String) {
        #expect(SidecarSubtitle.find(for: path) { _ in ["film.srt", "..", ""] }.isEmpty)
    }

    @Test func `names are in natural order`() {
        let names = ["a10", "a2", "A1", "a", "b", "a02", "a99999999999999999999999", "a1b"]
        let order = ["a", "A1", "a1b", "a02", "a2", "a10", "a99999999999999999999999", "b"]
        #expect(names.sorted(by: NaturalOrder.areInIncreasingOrder) == order)
    }

    @Test func `files on disk are found`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sidecars-\(UUID().uuidString)")
        let subs = folder.appendingPathComponent("Subs")
        try FileManager.default.createDirectory(at: subs, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for file in [folder.appendingPathComponent("film.en.srt"), subs.appendingPathComponent("3_French.srt")] {
            try Data().write(to: file)
        }
        let found = SidecarSubtitle.find(for: folder.appendingPathComponent("film.mkv").path)
        #expect(found.map(\.language) == ["en", "fr"])
        #expect(SidecarSubtitle.find(for: folder.path + "/none/film.mkv").isEmpty)
    }
}
