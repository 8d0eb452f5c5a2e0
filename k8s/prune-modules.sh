#!/usr/bin/env bash
# Removes from the installed production dependencies the files that no process loads: binaries for other platforms and SQLite's sources.
# usage: prune-modules.sh NODE_MODULES
set -euo pipefail
modules=$1
platform=$(node -p '`${process.platform}-${process.arch}`')

# Dawn has one folder per platform.
[ -d "$modules/webgpu/dist/$platform" ] || { echo "prune-modules: webgpu has nothing for $platform" >&2; exit 1; }
find "$modules/webgpu/dist" -mindepth 1 -maxdepth 1 ! -name "$platform" -exec rm -r {} +

# gpu.js depends on a Dawn of its own that is never loaded, because it is given a device. Its OpenGL backend is not used.
rm -rf "$modules/gpu.js/node_modules/webgpu" "$modules/gl"

# services/store/sqlite-driver.ts takes one of two versions of SQLite's driver, by the Node.js that runs.
if [ "$(node -p 'Number(process.versions.napi) >= 10')" = true ]; then
  sqlite=$modules/better-sqlite3-napi
  rm -rf "$modules/better-sqlite3"
  [ -f "$sqlite/prebuilds/$platform.node" ] || { echo "prune-modules: better-sqlite3-napi has nothing for $platform" >&2; exit 1; }
  find "$sqlite/prebuilds" -type f ! -name "$platform.node" -delete
else
  sqlite=$modules/better-sqlite3
  rm -r "$modules/better-sqlite3-napi"
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

# The packages of OpenTelemetry and rxjs have builds for bundlers beside the one that Node.js loads.
if [ -d "$modules/@opentelemetry" ]; then
  find "$modules/@opentelemetry" -type d \( -path '*/build/esm' -o -path '*/build/esnext' \) -prune -exec rm -r {} +
fi
rm -rf "$modules"/rxjs/{src,dist/esm,dist/esm5,dist/bundles,dist/types}

# Sources, declarations, maps and manuals serve those who develop. Licences stay.
find "$modules" -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.md' \) ! -iname '*licen[cs]e*' -delete
find "$modules" -depth -type d -empty -delete
