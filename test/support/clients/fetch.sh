#!/usr/bin/env bash
# Fetches the tools that read the OpenAPI documents in the tests: Schemathesis, openapi-spec-validator, OpenAPI Generator with
# what its Java and Python clients import, openapi-python-client,
# the packages of the Python client, and openapi-typescript; and Lighthouse, which judges pages. They are kept in the user's cache: about a minute the first
# time, nothing after that. A tool whose language is not installed is left out, and the tests that need it say so.
# usage: fetch.sh [--path]   (--path: only prints where they are kept; CLIENTS_CACHE: another folder to keep them in)
set -euo pipefail
version=1
cache=${CLIENTS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/derivatives-service}
tools=$cache/clients-$version
if [ "${1:-}" = --path ]; then echo "$tools"; exit 0; fi
folder=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$tools"

# Each part is made in a folder of its own and then renamed, so that one that broke off is made again.
part() { [ ! -e "$tools/$1" ] && rm -rf "$tools/$1.part" && echo "fetching $1" >&2; }
whole() { mv "$tools/$1.part" "$tools/$1"; }

if ! command -v python3 >/dev/null; then
  echo 'Schemathesis and the Python client are left out: there is no python3' >&2
elif [ ! -e "$tools/python/complete" ]; then
  echo 'fetching the Python tools' >&2
  # A virtual environment holds its own path and cannot be renamed.
  rm -rf "$tools/python"
  python3 -m venv "$tools/python"
  "$tools/python/bin/pip" install --quiet --disable-pip-version-check \
    schemathesis==4.32.5 openapi-spec-validator==0.9.0 urllib3==2.8.0 pydantic==2.14.3 python-dateutil==4.0.0 typing-extensions==4.16.0
  touch "$tools/python/complete"
fi

if command -v python3 >/dev/null && [ ! -e "$tools/packages/complete" ]; then
  echo 'fetching openapi-python-client and the packages of the Python client' >&2
  rm -rf "$tools/packages"
  python3 -m venv "$tools/packages"
  # Compiling the sources would take longer than the tests that import them.
  "$tools/packages/bin/pip" install --quiet --disable-pip-version-check --no-compile \
    openapi-python-client==0.29.1 httpx==0.28.1 pydantic==2.14.3 hatchling==1.33.0 pandas==3.1.1 pyarrow==26.0.1 polars==2.1.0 \
    tqdm==4.70.1 matplotlib==3.11.2 mypy==2.4.1
  touch "$tools/packages/complete"
fi

if ! command -v javac >/dev/null || ! command -v mvn >/dev/null; then
  echo 'The generated Java and Python clients are left out: there is no javac or no mvn' >&2
elif part java; then
  mkdir -p "$tools/java.part"
  mvn -q -B -f "$folder/pom.xml" dependency:copy-dependencies -DoutputDirectory="$tools/java.part/libraries"
  mvn -q -B dependency:copy -Dartifact=org.openapitools:openapi-generator-cli:7.25.0 -DoutputDirectory="$tools/java.part" -Dmdep.stripVersion=true
  whole java
fi

if part typescript; then
  mkdir -p "$tools/typescript.part"
  # openapi-typescript prints types with the compiler API of TypeScript 5.
  npm install --silent --no-audit --no-fund --prefix "$tools/typescript.part" openapi-typescript@7.13.0 typescript@5.9.3
  whole typescript
fi

if part lighthouse; then
  mkdir -p "$tools/lighthouse.part"
  # Later versions need Node 22. No script of a package runs.
  npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$tools/lighthouse.part" lighthouse@12.8.2
  whole lighthouse
fi
