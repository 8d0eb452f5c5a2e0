#!/usr/bin/env bash
# Copies the files of Debian packages that are installed here into an empty root, with their entries in the list of packages, which scanners
# and the bill of materials read. Manuals and tables of character sets, which no process reads, are left out; the licences stay.
# usage: copy-packages.sh TO PACKAGE...
set -euo pipefail
to=$1
shift
mkdir -p "$to"/{usr/lib,usr/lib64,usr/bin,usr/sbin,var/lib/dpkg/status.d}
# The top folders are links, as in every Debian of today.
for folder in bin sbin lib lib64; do [ -e "$to/$folder" ] || ln -s "usr/$folder" "$to/$folder"; done
for package in "$@"; do
  dpkg -L "$package" | while IFS= read -r file; do
    case $file in
      */copyright) ;;
      /usr/share/doc/* | /usr/share/man/* | /usr/share/lintian/* | /usr/share/gcc/* | */gconv/*) [ -h "$file" ] || continue ;;
    esac
    if [ -d "$file" ] && [ ! -h "$file" ]; then continue; fi
    if [ ! -e "$file" ] || [ -e "$to$file" ]; then continue; fi
    mkdir -p "$to$(dirname "$file")"
    cp -a "$file" "$to$file"
  done
  dpkg-query --status "$package" >"$to/var/lib/dpkg/status.d/$package"
done
