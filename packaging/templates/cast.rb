# SPDX-License-Identifier: Apache-2.0
class Cast < Formula
  desc "Play media on Cast devices, control them, or run a virtual device"
  homepage "https://github.com/swift-cast/swift-cast"
  url "https://github.com/swift-cast/swift-cast/releases/download/@VERSION@/cast-@VERSION@-source.tar.gz"
  sha256 "@SOURCE_SHA256@"
  license "Apache-2.0"
  head "https://github.com/swift-cast/swift-cast.git", branch: "main"

  depends_on xcode: ["26.0", :build]
  uses_from_macos "swift" => :build, since: :sequoia

  def install
    # Dependencies are fetched by the package manager, which Homebrew's sandbox contains already.
    arguments = ["--disable-sandbox", "--configuration", "release", "--product", "cast"]
    arguments << "--static-swift-stdlib" if OS.linux?
    system "swift", "build", *arguments
    bin.install ".build/release/cast"
    generate_completions_from_executable(bin/"cast", "--generate-completion-script")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/cast --version")
    assert_match "config.toml", shell_output("#{bin}/cast config path")
  end
end
