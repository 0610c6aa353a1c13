#!/bin/sh
# Makes sample documents in out/ and prints the path of each: those of every problem, by the other scripts of this folder.
set -eu
cd "$(dirname "$0")/../.."
program=build/release/handtrace
mkdir -p out

# make PATH ARGUMENT…: one file or folder.
make() {
    path=$1
    shift
    "$program" "$@" -q -o "$path"
    echo "$path"
}

for script in docs/demo/*.sh; do
    case $script in
    */demo.sh) ;;
    *) . "./$script" ;;
    esac
done
