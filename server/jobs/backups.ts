/** Which nightly copies stay: the last days, and the Sundays of the last weeks. */

const NAME = /^midground-(\d{4}-\d{2}-\d{2})T\d{6}Z\.db$/
/** What a copy leaves behind that was broken off by a kill. */
const HALF = /^midground-\d{4}-\d{2}-\d{2}T\d{6}Z\.db\.part(-wal|-shm|-journal)?$/

export const backupName = (when: Date): string => `midground-${when.toISOString().slice(0, 19).replaceAll(':', '')}Z.db`

/** The names to delete, once a new copy is there; files of another name are never ours to delete. */
export function outdatedBackups(names: readonly string[], keep: { keepDaily: number; keepWeekly: number }): string[] {
  const ours = names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
  const days = [...new Set(ours.map(dayOf))]
  const sundays = days.filter((day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 0)
  const kept = new Set([...days.slice(0, keep.keepDaily), ...sundays.slice(0, keep.keepWeekly)])
  // one that is newer may be under way, by the operator's command
  const halves = names.filter((name) => HALF.test(name) && name < (ours[0] ?? ''))
  return [...ours.filter((name) => !kept.has(dayOf(name))), ...halves]
}

const dayOf = (name: string): string => NAME.exec(name)?.[1] ?? ''
