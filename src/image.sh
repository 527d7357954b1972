#!/bin/sh
# The `terrier` of the image: runs on the image's own Node, with the flags that `npm start` uses.
src=$(dirname "$(readlink -f "$0")")
# Unquoted: one word a flag.
exec node $(node "$src/launch/flags.mjs" "$@") "$src/main.ts" "$@"
