#!/bin/sh
# Starts Sightline with V8's flags: what `npm start`, the image and the systemd unit run. docs/performance.md has what each
# flag buys. `exec`: no process stays in between, so SIGTERM reaches Sightline itself. NODE_OPTIONS refuses two of the
# flags, and set from within they come too late to take effect. One arena of glibc's allocator instead of one per thread
# takes 3.5 MB less.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}"
exec node --max-semi-space-size=4 --initial-old-space-size=128 --heap-growing-percent=30 "$@" "${0%/*}/start.mjs"
