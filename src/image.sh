#!/bin/sh
# The `terrier` of the image: runs on the image's own Node, with the flags and variables that `npm start` uses.
# As the first process of a container, it gets only signals that it handles.
trap 'exit 143' TERM
trap 'exit 130' INT
src=$(dirname "$(readlink -f "$0")")
# Unquoted, so that each variable and flag is a word of its own.
exec env $(node "$src/launch/flags.mjs" "$@") "$src/main.ts" "$@"
