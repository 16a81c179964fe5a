// SPDX-License-Identifier: Apache-2.0

import GoogleCast
import UIKit

/// The list of videos. A tap plays one, on the Cast device or on the phone.
final class VideoListController: UITableViewController {
    private let videos = Video.samples
    private let playback = LocalPlayback()

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Videos"
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "video")
        let button = GCKUICastButton(frame: CGRect(x: 0, y: 0, width: 24, height: 24))
        navigationItem.rightBarButtonItem = UIBarButtonItem(customView: button)
        GCKCastContext.sharedInstance().presentCastInstructionsViewControllerOnce(with: button)
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { videos.count }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "video", for: indexPath)
        var content = UIListContentConfiguration.subtitleCell()
        content.text = videos[indexPath.row].title
        content.secondaryText = videos[indexPath.row].subtitle
        cell.contentConfiguration = content
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath, animated: true)
        playback.play(videos[indexPath.row], over: self)
    }
}
