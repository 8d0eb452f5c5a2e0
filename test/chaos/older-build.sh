#!/usr/bin/env bash
# Builds an earlier version of this repository, once, into the user's cache, and prints where it stands: for the scenario rolling-upgrade.
# Without git's history that far back it is left out. Two to three minutes on two cores the first time, nothing after that.
# usage: older-build.sh [commit]   (default: the newest tag before this version; before the first release, the first version whose blocks
# of jobs name the engine that computed them: without that, an upgrade loses jobs)
set -euo pipefail
cd "$(dirname "$0")/../.."
commit=${1:-$(git describe --tags --abbrev=0 HEAD^ 2>/dev/null || echo fd706e35)}
commit=$(git rev-parse --quiet --verify "$commit^{commit}") || { echo 'no earlier version is built: the history does not reach it' >&2; exit 0; }
cache=${OLDER_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/derivatives-service}
folder=$cache/older-$commit
if [ ! -e "$folder/complete" ]; then
  # One is kept.
  rm -rf "$cache"/older-*
  mkdir -p "$folder"
  git archive "$commit" | tar x -C "$folder"
  # The same packages are not fetched and compiled again.
  if [ -e node_modules ] && cmp -s package-lock.json "$folder/package-lock.json"; then cp -a node_modules "$folder"; else (cd "$folder" && npm ci) >&2; fi
  (cd "$folder" && npm run build) >&2
  touch "$folder/complete"
fi
echo "$folder"
