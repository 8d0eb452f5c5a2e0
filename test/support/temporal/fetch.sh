#!/bin/sh
# Fetches Temporal's own test server into jars/ beside this file: in memory, without priorities and without persistence. Needs Maven; running it
# needs Java 11 or later.
set -eu
cd "$(dirname "$0")"
mvn -q -B dependency:copy-dependencies -DoutputDirectory=jars
