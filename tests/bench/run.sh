#!/bin/sh
# All measures: every other script of this folder, in the order of their names. Each prints what it measured and what it
# is measured against.
set -eu
cd "$(dirname "$0")/../.."
for script in tests/bench/*.sh; do
    case $script in
    */run.sh) ;;
    *)
        echo "== ${script##*/}"
        sh "$script"
        ;;
    esac
done
