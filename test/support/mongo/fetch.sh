#!/bin/sh
# Fetches the MongoDB stand-in of the tests into jars/ beside this file: mongo-java-server, whose updates are atomic
# as MongoDB's are. Needs Maven; running it needs Java 17 or later.
set -eu
cd "$(dirname "$0")"
mvn -q -B dependency:copy-dependencies -DoutputDirectory=jars
