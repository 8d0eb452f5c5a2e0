#!/usr/bin/env bash
# Removes from the installed production dependencies the files that no process loads: packages that only their installation or their
# development needs, binaries for other platforms and SQLite's sources.
# usage: prune-modules.sh NODE_MODULES   (beside the package.json of the service)
set -euo pipefail
modules=$1
platform=$(node -p '`${process.platform}-${process.arch}`')
node "$(dirname "$0")/leave-out-modules.mjs" "$modules"

# Dawn has one folder per platform.
[ -d "$modules/webgpu/dist/$platform" ] || { echo "prune-modules: webgpu has nothing for $platform" >&2; exit 1; }
find "$modules/webgpu/dist" -mindepth 1 -maxdepth 1 ! -name "$platform" -exec rm -r {} +

if [ -d "$modules/better-sqlite3-napi" ]; then
  sqlite=$modules/better-sqlite3-napi
  [ -f "$sqlite/prebuilds/$platform.node" ] || { echo "prune-modules: better-sqlite3-napi has nothing for $platform" >&2; exit 1; }
  find "$sqlite/prebuilds" -type f ! -name "$platform.node" -delete
else
  sqlite=$modules/better-sqlite3
  find "$sqlite/build" -type f ! -path "$sqlite/build/Release/better_sqlite3.node" -delete
  find "$sqlite/build" -type d -empty -delete
fi
rm -rf "$sqlite/deps" "$sqlite/src"

# The job engine's core has one folder per platform, and the sources that it was compiled from.
rm -rf "$modules"/@temporalio/core-bridge/{sdk-core,src,bridge-macros,ts}
core=$modules/@temporalio/core-bridge/releases
if [ -d "$core" ]; then
  case $platform in
    linux-x64) target=x86_64-unknown-linux-gnu ;;
    linux-arm64) target=aarch64-unknown-linux-gnu ;;
    *) target= ;;
  esac
  if [ -n "$target" ]; then
    [ -d "$core/$target" ] || { echo "prune-modules: @temporalio/core-bridge has nothing for $platform" >&2; exit 1; }
    find "$core" -mindepth 1 -maxdepth 1 ! -name "$target" -exec rm -r {} +
  fi
fi

# Builds for browsers and bundlers stand beside the one that Node.js loads, and the data of one package's tests.
if [ -d "$modules/@opentelemetry" ]; then
  find "$modules/@opentelemetry" -type d \( -path '*/build/esm' -o -path '*/build/esnext' \) -prune -exec rm -r {} +
fi
rm -rf "$modules"/rxjs/{src,dist/esm,dist/esm5,dist/bundles,dist/types} "$modules/gpu.js/dist" "$modules/bintrees/test"

# Sources, declarations, maps and manuals serve those who develop. Licences stay.
find "$modules" -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.md' \) ! -iname '*licen[cs]e*' -delete
find "$modules" -depth -type d -empty -delete
