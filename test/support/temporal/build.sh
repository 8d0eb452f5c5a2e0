#!/usr/bin/env bash
# Builds Temporal from the Go module proxy, once, into the user's cache, and prints its path: its command line has the
# server, on SQLite. Two to three minutes on two cores the first time, nothing after that. Without Go it is left out, and the tests
# run on the test server that fetch.sh fetches, if that is there.
# usage: build.sh [--path]   (--path: only prints where it is kept; TEMPORAL_CACHE: another folder to keep it in)
set -euo pipefail
# Later versions need a module of their repository that no proxy has.
version=1.5.1
cache=${TEMPORAL_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/derivatives-service}
binary=$cache/temporal-$version
if [ "${1:-}" = --path ] || [ -x "$binary" ]; then echo "$binary"; exit 0; fi
command -v go >/dev/null || { echo 'Temporal is not built: there is no go' >&2; exit 0; }

mkdir -p "$cache"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
go mod init temporal 2>/dev/null
go mod edit -require "github.com/temporalio/cli@v$version"
GOFLAGS=-mod=mod go build -ldflags '-s -w' -o temporal github.com/temporalio/cli/cmd/temporal >&2
mv temporal "$binary.$$"
mv "$binary.$$" "$binary"
echo "$binary"
