/** When a job is due: once its last whole run began before the moment that these functions answer. */

export const every =
  (ms: number) =>
  (now: number): number =>
    now - ms

/** Each night at this hour of the machine's own time zone; a night that was missed is made up for. */
export const nightly =
  (hour: number) =>
  (now: number): number => {
    const moment = new Date(now)
    moment.setHours(hour, 0, 0, 0)
    if (moment.getTime() > now) moment.setDate(moment.getDate() - 1)
    return moment.getTime()
  }
