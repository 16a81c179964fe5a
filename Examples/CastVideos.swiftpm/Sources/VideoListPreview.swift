// SPDX-License-Identifier: Apache-2.0

#if DEBUG
import CastReceiver
import CastSender
import CastSwiftUI
import CastTransport
import CastUI
import SwiftUI

/// The list with a virtual device, which runs in the preview itself: devices can be chosen and videos cast without a TV.
struct VideoListPreview: PreviewProvider {
    static var previews: some View { VideoListWithDevice() }
}

private struct VideoListWithDevice: View {
    private nonisolated static let port = 8109
    @State private var cast = CastModel(application: .application("CC1AD845"), manager: SessionManager()) {
        () async throws(CastError) in
        DeviceBrowser.start(from: [StaticHostsProvider([CastEndpoint(host: "127.0.0.1", port: port)])])
    }

    var body: some View {
        VideoList()
            .castMiniController()
            .castModel(cast)
            .task { await runDevice() }
    }

    /// Runs the device while the view is shown.
    private func runDevice() async {
        let configuration = DeviceConfiguration(
            name: "Preview TV",
            port: Self.port,
            httpPort: nil,
            interfaces: .named(["lo0"]),
            advertises: false
        )
        do {
            try await VirtualDevice.withDevice(configuration) { _ in try await Task.sleep(for: .seconds(86_400)) }
        } catch is CancellationError {
            // The view has disappeared.
        } catch {
            print("The preview has no device: \(error)")
        }
    }
}
#endif
