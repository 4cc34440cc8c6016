/**
 * Schedules of jobs. A schedule maps the current time to a time, both in ms since the Unix epoch. The job is due if its
 * last successful run began at or before that time.
 */

/** Returns the `due` of a job that runs when `ms` milliseconds have passed since its last successful run began. */
export const every =
  (ms: number) =>
  (now: number): number =>
    now - ms

/**
 * Returns the `due` of a job that runs once a day at `hour` (0 to 23) in the machine's time zone. A missed run is made
 * up for as soon as possible.
 */
export const nightly =
  (hour: number) =>
  (now: number): number => {
    const moment = new Date(now)
    moment.setHours(hour, 0, 0, 0)
    if (moment.getTime() > now) moment.setDate(moment.getDate() - 1)
    return moment.getTime()
  }
