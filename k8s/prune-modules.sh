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
