#!/usr/bin/env bash
# Gathers what the processes run and read, from a built tree: their JavaScript, the protos, the OpenAPI document and its page.
# usage: assemble.sh TO   (in the top folder, after tsc)
set -euo pipefail
to=$1
mkdir -p "$to/dist" "$to/proto" "$to/openapi"
cp -r dist/gateway dist/services dist/engine-gpu dist/proto "$to/dist/"
cp proto/*.proto "$to/proto/"
cp openapi/*.yaml openapi/*.html openapi/*.js "$to/openapi/"
cp package.json LICENSE "$to/"
