#!/bin/sh
# Backs up the database. Keeps a copy for each minute of the last hour and each hour of the last day: 84 files, named by
# UTC. midground-minutely.timer runs this script every minute. Each copy is verified before it replaces the copy of an
# hour or a day ago.
set -eu
midground=${MIDGROUND:-/usr/local/bin/midground}
folder=${DATA_DIR:?}/minutes
minute=$(date -u +%M)
"$midground" backup --force "$folder/minute-$minute.db"
if [ "$minute" = 00 ]; then "$midground" backup --force "$folder/hour-$(date -u +%H).db"; fi
