#!/usr/bin/env bash
# Copies the files that the processes need from a built tree: JavaScript, protos, the OpenAPI documents and their pages.
# usage: assemble.sh TO   (in the top folder, after tsc)
set -euo pipefail
to=$1
mkdir -p "$to/dist" "$to/proto" "$to/openapi"
cp -rp dist/gateway dist/services dist/engine-gpu dist/proto "$to/dist/"
cp proto/*.proto "$to/proto/"
cp openapi/*.yaml openapi/*.html openapi/*.js "$to/openapi/"
mkdir -p "$to/gateway/validation"
cp gateway/validation/cases.json "$to/gateway/validation/"
cp package.json LICENSE "$to/"
