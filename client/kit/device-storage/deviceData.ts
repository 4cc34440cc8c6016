/**
 * The list of all data that the client stores in the browser. Each entry has an owner and the time of its deletion.
 * `tests/deviceData.test.ts` compares the list with the source code, and `e2e/account/device-data.spec.ts` compares it
 * with a browser's storage.
 */

/** Settings in local storage that belong to an account (`personalStorage`). */
export const PERSONAL_SETTINGS = [
  'midground.text-styles',
  'midground.recent-commands',
  'midground.recent-colors',
  'midground.recent-emoji',
] as const

interface DeviceDatum {
  readonly place: 'localStorage' | 'sessionStorage' | 'indexedDB' | 'caches'
  /** The storage name. If it ends in `*`, the entry covers all names with this beginning. */
  readonly name: string
  /**
   * `account`: only its account sees the data. `device`: the data is the same for everyone, or a setting of the
   * browser. `tab`: the browser deletes the data with the tab.
   */
  readonly owner: 'account' | 'device' | 'tab'
  /** When the client deletes the data, apart from "Remove my projects" at sign-out and the account's deletion. */
  readonly end: string
}

export const DEVICE_DATA: readonly DeviceDatum[] = [
  { place: 'indexedDB', name: 'midground', owner: 'account', end: 'more than 24 projects or 1 GB' },
  { place: 'indexedDB', name: 'midground-designs', owner: 'account', end: 'the user deletes the template' },
  { place: 'indexedDB', name: 'midground-batch', owner: 'account', end: 'the user empties the batch' },
  { place: 'indexedDB', name: 'midground-fonts', owner: 'account', end: 'the user removes the font' },
  ...PERSONAL_SETTINGS.map(
    (name) =>
      ({ place: 'localStorage', name: `${name}:*`, owner: 'account', end: 'newer entries replace it' }) as const,
  ),
  { place: 'localStorage', name: 'midground-account-1', owner: 'account', end: 'sign-out or an ended session' },
  { place: 'localStorage', name: 'midground-download:*', owner: 'account', end: 'the file is delivered' },
  { place: 'localStorage', name: 'midground-batch-owed:*', owner: 'account', end: 'the files are delivered' },
  { place: 'caches', name: 'midground-waiting', owner: 'account', end: 'an hour, or another account' },
  { place: 'caches', name: 'midground-shared', owner: 'account', end: 'an hour, or another account' },
  { place: 'localStorage', name: 'midground.theme', owner: 'device', end: 'never' },
  { place: 'localStorage', name: 'midground.language', owner: 'device', end: 'never' },
  { place: 'localStorage', name: 'midground-tour', owner: 'device', end: 'never' },
  { place: 'localStorage', name: 'midground-open-sections', owner: 'device', end: 'never' },
  { place: 'localStorage', name: 'midground-encoder', owner: 'device', end: 'a newer measurement replaces it' },
  { place: 'caches', name: 'midground-models', owner: 'device', end: 'a newer release' },
  { place: 'caches', name: 'midground-app-*', owner: 'device', end: 'a newer release' },
  { place: 'caches', name: 'midground-used', owner: 'device', end: 'more than 400 files' },
  { place: 'sessionStorage', name: 'midground-interrupted-project', owner: 'tab', end: 'the editor opens' },
  { place: 'sessionStorage', name: 'midground-interrupted-download', owner: 'tab', end: 'the editor opens' },
  { place: 'sessionStorage', name: 'midground-batch-open', owner: 'tab', end: 'the dialog closes' },
  { place: 'sessionStorage', name: 'midground-design', owner: 'tab', end: 'the editor opens the design' },
]

/**
 * Returns true if a row of `DEVICE_DATA` has this place and name. If a row's name ends in `*`, the row matches all
 * names that begin with the rest.
 */
export const isListed = (place: DeviceDatum['place'], name: string): boolean =>
  DEVICE_DATA.some((row) => row.place === place && matches(row.name, name))

const matches = (pattern: string, name: string) =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
