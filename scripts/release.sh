#!/bin/sh
# Makes the archive of a release: sh scripts/release.sh [DIRECTORY]
# The binary, manual page, completions, licences and the book, with a checksum beside; the version is that of Cargo.toml.
set -eu
cd "$(dirname "$0")/.."
out=${1:-target/dist}
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -1)
host=$(rustc -vV | sed -n 's/^host: //p')
name="rompicapo-$version-$host"

[ -z "$(git status --porcelain)" ] || { echo "release: there are changes that are not committed" >&2; exit 1; }
grep -q "^## $version, [0-9]" CHANGELOG.md || { echo "release: CHANGELOG.md has no date for $version" >&2; exit 1; }

cargo build --release --locked
target=${CARGO_TARGET_DIR:-target}
program="$target/release/rompicapo"
size=$(wc -c <"$program")
[ "$size" -lt 12582912 ] || { echo "release: the binary has $size bytes, more than 12 MiB" >&2; exit 1; }

mkdir -p "$out"
rm -rf "${out:?}/$name"
mkdir -p "$out/$name/docs"
cp "$program" "$out/$name/"
"$program" man --out "$out/$name/papers"
cp README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$out/$name/"
cp docs/*.md "$out/$name/docs/"

# The same files give the same archive: sorted, dated by the commit, owned by nobody.
tar --sort=name --mtime="@$(git log -1 --format=%ct)" --owner=0 --group=0 --numeric-owner \
    -C "$out" -cf - "$name" | gzip -n -9 >"$out/$name.tar.gz"
(cd "$out" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
rm -rf "${out:?}/$name"

# What was packed runs by itself, and solves what it says it solves.
check=$(mktemp -d)
trap 'rm -rf "$check"' EXIT
tar -C "$check" -xzf "$out/$name.tar.gz"
(cd "$check" && env -i HOME="$check" PATH=/usr/bin:/bin "$name/rompicapo" solve fourteen/duchi-1 --json |
    env -i HOME="$check" PATH=/usr/bin:/bin "$name/rompicapo" verify --from -)
echo "$out/$name.tar.gz"
