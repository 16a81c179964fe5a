// SPDX-License-Identifier: Apache-2.0

import Cast
import CastHTTPClient
import CastMedia
import CastSender
import CastUI
import CastWire

/// Casting of files and addresses that a page chooses.
extension RemoteHost {
    /// The time in which a device that plays media can still find that it does not decode it.
    private static let rejectionTime = Duration.seconds(10)

    func cast(_ item: Item, for client: RemoteClient) {
        tasks.run { [weak self, weak client] in
            guard let session = await self?.manager.session else {
                client?.notify(Phrase(.castChooseDevice, .text(item.title)))
                return
            }
            // A device that does not play an item as it is receives its conversion.
            var rejected: (rejection: MediaRejection, mediaSessionID: Int)?
            while let (media, mediaSessionID) = await self?.load(
                item,
                after: rejected?.rejection,
                of: rejected?.mediaSessionID,
                on: session,
                for: client
            ) {
                guard let rejection = await self?.rejection(of: mediaSessionID, on: session) else { return }
                guard media.convertAfterRejection(rejection) else {
                    self?.playbackFailed(rejection.error)
                    return
                }
                rejected = (rejection, mediaSessionID)
            }
        }
    }

    /// Waits for an error shortly after the start of a media session. It is not reported meanwhile.
    private func rejection(of mediaSessionID: Int, on session: CastSession) async -> MediaRejection? {
        pendingLoads += 1
        defer { pendingLoads -= 1 }
        return await session.media.earlyFailure(of: mediaSessionID, within: Self.rejectionTime)
    }

    /// Prepares an item and loads it, or adds it to the queue, and shows the progress on a page.
    ///
    /// - Parameters:
    ///   - rejection: Why the device did not play the item before, whose media session has ended; nil for the first
    ///     attempt.
    /// - Returns: The item and its media session, if it plays.
    private func load(
        _ item: Item,
        after rejection: MediaRejection? = nil,
        of earlier: Int? = nil,
        on session: CastSession,
        for client: RemoteClient?
    ) async -> (MediaItem, mediaSessionID: Int)? {
        client?.showProgress(.reading, of: item.title)
        let media: MediaItem
        let prepared: MediaItem.Prepared
        do throws(MediaItemError) {
            media = try self.media(for: item)
            prepared = try await media.prepare(for: CastTarget(session), client: addressRules)
        } catch {
            if let rejection { playbackFailed(rejection.error) }
            preparationFailed(item, error, for: client)
            return nil
        }
        if rejection != nil {
            guard !Task.isCancelled, await !session.media.plays(otherThan: earlier) else {
                client?.showProgress(nil, of: item.title)
                return nil
            }
        }
        let tracks = media.subtitleTracks
        let activeTrackIDs = item.choices.map { $0.activeTrackIDs(in: tracks) } ?? prepared.activeTrackIDs
        let startTime = rejection?.position ?? item.choices?.startTime
        client?.showProgress(.loading(prepared.plan, device: session.device.friendlyName), of: item.title)
        pendingLoads += 1
        defer { pendingLoads -= 1 }
        do throws(CastError) {
            if item.isAdded, rejection == nil, await session.media.status.map({ $0.playerState != .idle }) ?? false {
                try await session.media.insert([
                    QueueItem(
                        media: prepared.information,
                        autoplay: true,
                        startTime: startTime,
                        activeTrackIDs: activeTrackIDs
                    )
                ])
                client?.store.send(.intent(.queueAdded(title: item.title)))
                client?.wasCast(item)
                client?.showProgress(nil, of: item.title)
                return nil
            }
            await media.beginConversion(at: startTime ?? 0)
            // A device accepts the request before it fetches the URL, so wait until it is playing.
            let snapshot = try await session.media.load(
                prepared.information,
                options: .init(startTime: startTime, activeTrackIDs: activeTrackIDs),
                until: .playing()
            )
            client?.wasCast(item)
            client?.showProgress(item.isAdded ? nil : .playing, of: item.title)
            return (media, snapshot.mediaSessionID)
        } catch {
            if media.convertAfterRejection(error) {
                let rejection = MediaRejection(error: error, last: rejection?.last)
                let earlier = await session.media.status?.mediaSessionID
                return await load(item, after: rejection, of: earlier, on: session, for: client)
            }
            loadFailed(item, error, media.traffic, prepared, on: session, for: client)
            return nil
        }
    }

    private func preparationFailed(_ item: Item, _ error: MediaItemError, for client: RemoteClient?) {
        let advice: TextKey
        switch error.code {
        case .fileNotReadable:
            client?.notify(Phrase(.castFileGone, .text(item.name)))
            client?.showProgress(nil, of: item.title)
            return
        case .serverFailed: advice = .adviceServer
        case .urlNotPlayable: advice = .adviceAddress
        default: advice = .adviceFile
        }
        // The reason has the path of subtitles, which pages do not show.
        let isOfSubtitles = error.code == .subtitlesNotReadable
        let reason = isOfSubtitles ? "the subtitles can no longer be read" : error.reason
        report(.castFailed, item.title, "\(reason).", advice, to: client)
        client?.showProgress(.failed(CastFailure(reason: reason, advice: advice)), of: item.title)
    }

    private func loadFailed(
        _ item: Item,
        _ error: CastError,
        _ traffic: MediaTraffic?,
        _ prepared: MediaItem.Prepared,
        on session: CastSession,
        for client: RemoteClient?
    ) {
        switch error.code {
        // A newer request replaced this one, or the end of the session is reported instead.
        case .requestReplaced, .requestCancelled, .loadCancelled, .sessionEnded, .connectionClosed, .heartbeatLost:
            client?.showProgress(nil, of: item.title)
            return
        default: break
        }
        report(.castFailed, item.title, error.reason, item.advice(for: error), to: client)
        let failure = CastFailure(
            reason: error.reason,
            device: session.device.friendlyName,
            facts: prepared.facts,
            plan: prepared.plan,
            traffic: traffic,
            advice: item.advice(for: error)
        )
        client?.showProgress(.failed(failure), of: item.title)
    }

    /// Returns an item with what is shared for it.
    private func media(for item: Item) throws(MediaItemError) -> MediaItem {
        var options = MediaItem.Options()
        // The title of an address may be better known when it was inspected: a page of a video site has one.
        if case .file(let file) = item.source { options.title = file.title }
        if let choices = item.choices { choices.apply(to: &options) }
        switch item.source {
        case .address(let address):
            // Without a type, the URL is inspected first, and can be a page on which yt-dlp finds media.
            if WebMedia.hasMediaName(address.text) { options.contentType = address.contentType }
            return try sharedItems.item(for: address, options)
        case .file(let file):
            if item.choices == nil {
                options.subtitles.paths = uploads?.subtitleFiles(for: file.name).related.map(\.path) ?? []
            }
            return try sharedItems.item(for: file, options)
        }
    }

    /// The rules for requests to an address. A page on another machine must not make this machine request its own
    /// services, unless the device, which requests them in any case, is this machine.
    private var addressRules: RestrictedHTTPClient.Configuration {
        get async {
            var client = RestrictedHTTPClient.Configuration()
            client.narrowestScope = await isDeviceLocal ? .machine : .link
            return client
        }
    }
}
