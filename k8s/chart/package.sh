#!/usr/bin/env bash
# Writes the Helm chart with the manifests that kustomize renders of base and of each overlay.
# usage: package.sh [TO]   (dist/chart)
set -euo pipefail
cd "$(dirname "$0")/../.."
to=${1:-dist/chart}
rm -rf "$to"
mkdir -p "$to/variants"
cp -r k8s/chart/{Chart.yaml,values.yaml,values.schema.json,templates} "$to/"
for folder in k8s/base k8s/overlays/*; do kubectl kustomize "$folder" >"$to/variants/$(basename "$folder").yaml"; done
