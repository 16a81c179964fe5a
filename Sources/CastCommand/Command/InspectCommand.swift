// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Cast
import CastMedia
import CastMediaProbe
import CastRemote
import CastSender
import CastWire

/// `cast inspect`
struct InspectCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show the tracks of a file or the facts about a URL, and how a device receives it.",
        discussion: """
            Nothing is played. Without a device, the answer is for the formats that all devices with a screen play.

            A URL is requested as a device requests it: redirects, certificates, byte ranges, CORS and HLS or DASH \
            playlists are checked, and problems are listed with advice. For a web page, the media that yt-dlp finds \
            and that the device would receive is shown.

            Examples:
              cast inspect film.mkv
              cast inspect film.mkv --device "Living Room"
              cast inspect photo.heic
              cast inspect film.mkv --model "Chromecast Ultra" --json
              cast inspect https://example.org/live.m3u8
            """
    )

    @Argument(help: ArgumentHelp("The file or the URL.", valueName: "file|url"))
    var source: CastSource

    @Option(
        name: .long,
        help: ArgumentHelp("The model of a device, as cast devices prints it.", valueName: "model")
    )
    var model: String?

    @OptionGroup var request: RequestOptions
    @OptionGroup var conversion: ConversionOptions
    @OptionGroup var sites: SiteOptions
    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard model == nil || (target.device == nil && target.host == nil) else {
            throw ValidationError("Specify a device or --model, not both.")
        }
    }

    func perform(console: Console) async throws -> ExitStatus {
        switch source {
        case .file(let path): try await inspect(file: path, console: console)
        case .url(let url): try await inspect(url: url, console: console)
        case .data: .success
        case .live:
            throw CommandFailure(
                code: "inputNotPlayable",
                exitStatus: .usage,
                message: "standard input can be read only once, so it cannot be inspected",
                hint: "play it with cast play -, or save its beginning to a file and inspect that"
            )
        }
    }

    private func inspect(url: String, console: Console) async throws -> ExitStatus {
        let headers = try request.headers()
        let device = try await capabilities()
        if sites.lookup == .always { return try await inspect(page: url, on: device, console: console) }
        let inspection = await WebInspection.inspect(url: url, headers: headers)
        if sites.lookup == .automatic, inspection.problems.contains(.page), VideoSite.find() != nil {
            return try await inspect(page: url, on: device, console: console)
        }
        let report = WebInspectionReport(
            inspection: inspection,
            // ffprobe would show the headers among its arguments.
            facts: headers.isEmpty ? await MediaInspection.inspect(inspection) : nil,
            device: device,
            options: conversion.plan
        )
        console.emit(report.json)
        if !console.isJSON { for line in report.lines { console.result(line) } }
        return report.isSent ? .success : .failure
    }

    private func inspect(
        page url: String,
        on device: PlaybackCapabilities,
        console: Console
    ) async throws -> ExitStatus {
        do throws(VideoSiteError) {
            guard let site = VideoSite.find() else { throw .notInstalled }
            let report = SiteReport(
                url: url,
                page: try await site.page(at: url),
                device: device,
                maximumHeight: conversion.quality
            )
            console.emit(report.json)
            if !console.isJSON { for line in report.lines { console.result(line) } }
            return report.isPlayable ? .success : .failure
        } catch {
            throw CommandFailure(MediaItemError(error, page: url))
        }
    }

    private func inspect(file: String, console: Console) async throws -> ExitStatus {
        if let picture = try? PictureFacts.read(file: file) {
            let report = PictureReport(
                file: file,
                facts: picture,
                device: try await capabilities(),
                options: conversion.plan
            )
            console.emit(report.json)
            if !console.isJSON { for line in report.lines { console.result(line) } }
            return .success
        }
        let facts: MediaFacts
        do {
            facts = try await MediaInspection.inspect(file: file)
        } catch {
            throw CommandFailure(
                code: "fileNotReadable",
                exitStatus: .failure,
                message: "\(file) cannot be inspected: \(error)",
                hint: "check the path; files of other formats need ffprobe, which is part of ffmpeg",
                detail: ["path": .string(file)]
            )
        }
        let report = InspectionReport(
            file: file,
            facts: facts,
            device: try await capabilities(),
            options: conversion.plan
        )
        console.emit(report.json)
        if !console.isJSON { for line in report.lines { console.result(line) } }
        return .success
    }

    private func capabilities() async throws -> PlaybackCapabilities {
        if let model { return .forModel(model) }
        guard target.device != nil || target.host != nil else { return .unknown }
        let connection = try await DeviceFinder(target).connect()
        let device = connection.device
        await connection.close()
        return PlaybackCapabilities(device)
    }
}
