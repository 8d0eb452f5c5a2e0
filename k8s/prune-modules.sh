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

sqlite=$modules/better-sqlite3
rm -rf "$sqlite/deps" "$sqlite/src"
find "$sqlite/build" -type f ! -path "$sqlite/build/Release/better_sqlite3.node" -delete
find "$sqlite/build" -type d -empty -delete

# The job engine's core has one folder per platform.
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
