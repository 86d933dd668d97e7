#!/bin/sh
# Starts Sightline with V8 flags. `npm start`, the image and the systemd unit run this script. docs/performance.md explains
# each flag. NODE_OPTIONS rejects two of them, and setting them from within the process is too late. `exec` leaves no shell
# in between, so SIGTERM reaches Sightline itself. One glibc arena instead of one per thread saves 3.5 MB.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}"
exec node --max-semi-space-size=4 --initial-old-space-size=128 --heap-growing-percent=30 "$@" "${0%/*}/start.mjs"
