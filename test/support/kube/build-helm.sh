#!/usr/bin/env bash
# Builds helm from the Go module proxy, once, into the user's cache, and prints its path. A minute on two cores the first time. Without Go it
# says so, and the tests that need it are left out.
# usage: build-helm.sh [--path]   (--path: only prints where it is kept)
set -euo pipefail
version=3.18.6
cache=${XDG_CACHE_HOME:-$HOME/.cache}/derivatives-service/helm-$version
if [ "${1:-}" = --path ] || [ -x "$cache/helm" ]; then echo "$cache/helm"; exit 0; fi
command -v go >/dev/null || { echo 'helm is not built: there is no go' >&2; exit 0; }
mkdir -p "$cache"
GOBIN=$cache go install -ldflags '-s -w' "helm.sh/helm/v3/cmd/helm@v$version" >&2
echo "$cache/helm"
