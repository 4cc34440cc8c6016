#!/bin/sh
# A copy of the database for each minute of the last hour and for each hour of the last day (84 files, by UTC), so that
# the rows can be restored as they were at a minute. Each copy is verified before it replaces the copy of an hour or a
# day ago. midground-minutely.timer runs it.
set -eu
midground=${MIDGROUND:-/usr/local/bin/midground}
folder=${DATA_DIR:?}/minutes
minute=$(date -u +%M)
"$midground" backup --force "$folder/minute-$minute.db"
if [ "$minute" = 00 ]; then "$midground" backup --force "$folder/hour-$(date -u +%H).db"; fi
