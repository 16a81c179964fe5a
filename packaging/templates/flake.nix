# SPDX-License-Identifier: Apache-2.0
# nix run github:swift-cast/swift-cast?dir=packaging/nix: the tool of a release, with the libraries of nixpkgs.
{
  description = "Play media on Cast devices, control them, or run a virtual device";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-25.11";

  outputs = { self, nixpkgs }:
    let
      system = "x86_64-linux";
      pkgs = nixpkgs.legacyPackages.${system};
    in
    {
      packages.${system}.default = pkgs.stdenv.mkDerivation rec {
        pname = "swift-cast";
        version = "@VERSION@";
        src = pkgs.fetchurl {
          url = "https://github.com/swift-cast/swift-cast/releases/download/${version}/cast-${version}-linux-x86_64.tar.gz";
          hash = "@X86_64_SRI@";
        };
        nativeBuildInputs = [ pkgs.autoPatchelfHook ];
        buildInputs = [ pkgs.stdenv.cc.cc.lib pkgs.zlib ];
        dontStrip = true;
        installPhase = ''
          mkdir -p $out
          cp -r bin share $out/
        '';
        meta = {
          description = "Cast media to devices from a shell";
          homepage = "https://github.com/swift-cast/swift-cast";
          license = pkgs.lib.licenses.asl20;
          mainProgram = "cast";
          platforms = [ system ];
        };
      };

      apps.${system}.default = {
        type = "app";
        program = "${self.packages.${system}.default}/bin/cast";
      };
    };
}
