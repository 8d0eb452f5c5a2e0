#!/usr/bin/env bash
# Builds kube-apiserver from the Go module proxy, once, into the user's cache, and prints its path. About two minutes
# on two cores the first time, nothing after that. Where a tool is missing it says so, and the tests that need it are left out.
# usage: build.sh [--path]   (--path: only prints where it is kept; KUBE_CACHE: another folder to keep it in)
set -euo pipefail
version=1.34.2
cache=${KUBE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/derivatives-service}
binary=$cache/kube-apiserver-$version
if [ "${1:-}" = --path ] || [ -x "$binary" ]; then echo "$binary"; exit 0; fi
for tool in go node; do command -v "$tool" >/dev/null || { echo "kube-apiserver is not built: there is no $tool" >&2; exit 0; }; done

mkdir -p "$cache"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
kubernetes=k8s.io/kubernetes@v$version
go mod download -json "$kubernetes" >kubernetes.json
gomod=$(node -p 'JSON.parse(fs.readFileSync("kubernetes.json")).GoMod')
# Kubernetes replaces its own libraries by folders of its repository; a build from modules takes their releases.
go mod edit -json "$gomod" >gomod.json
libraries=$(node -p 'JSON.parse(fs.readFileSync("gomod.json")).Replace.map((r) => r.Old.Path).join(" ")')
go mod init kube 2>/dev/null
go mod edit -require "$kubernetes"
for library in $libraries; do go mod edit -replace "$library=$library@v0.${version#1.}"; done
GOFLAGS=-mod=mod go build -ldflags "-s -w -X k8s.io/component-base/version.gitVersion=v$version" -o kube-apiserver k8s.io/kubernetes/cmd/kube-apiserver >&2
mv kube-apiserver "$binary.$$"
mv "$binary.$$" "$binary"
echo "$binary"
