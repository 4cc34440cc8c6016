import { createListeners, listen, stopAll } from '#client/kit/async/listeners.ts'
import { onDeviceOwner, personalKey, personalStorage } from '#client/kit/device-storage/deviceOwner.ts'
import { asRecord, parseJson, tryRead } from '#client/kit/device-storage/deviceStorage.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { conform } from '#client/kit/values/fields.ts'
import { newId, type StyleId } from '#client/kit/values/ids.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import { styleOf } from '../../style.ts'
import { type TextValues, textFields } from '../schema.ts'

export interface SavedStyle {
  id: string
  name: string
  /** Valid values for all style fields. */
  style: Partial<TextValues>
}

/**
 * `full`: the maximum number of styles is reached. `unavailable`: storage is blocked or full, or a newer version of the
 * app has written the styles.
 */
export type SaveError = 'full' | 'unavailable'

export const MAX_STYLES = 24
/** Maximum length of a style's name, UTF-16 code units. */
export const MAX_NAME = 40
const KEY = 'midground.text-styles'
const VERSION = 1

/** The store of saved styles. If stored data can't be read, the list is empty. Failed writes return an error. */
export type SavedStyles = ReturnType<typeof createSavedStyles>

/**
 * Creates the store. If `storage` is null because the browser blocks it, the list is always empty and `save` fails with
 * 'unavailable'. `onChange` subscribes to changes in other tabs.
 */
export function createSavedStyles(
  storage: Pick<Storage, 'getItem' | 'setItem'> | null,
  onChange: (listener: () => void) => () => void = () => () => {},
) {
  const listeners = createListeners()
  let known: { text: string | null; styles: readonly SavedStyle[] } = { text: null, styles: [] }

  function list(): readonly SavedStyle[] {
    const text = tryRead(KEY, storage)
    if (text !== known.text) known = { text, styles: parseStyles(text) }
    return known.styles
  }

  /** Returns true if a newer version of the app has written the stored styles. Such styles must not be overwritten. */
  const isNewer = () => Number(asRecord(parseJson(tryRead(KEY, storage))).version) > VERSION

  function write(styles: readonly SavedStyle[]): Result<null, SaveError> {
    try {
      if (!storage || isNewer()) return err('unavailable')
      storage.setItem(KEY, JSON.stringify({ version: VERSION, styles }))
    } catch {
      return err('unavailable') // storage is full or forbidden
    }
    listeners.emit()
    return ok(null)
  }

  return {
    /** Returns the styles, oldest first. The list object changes only when the styles change. */
    list,
    save(values: object) {
      const styles = list()
      if (styles.length >= MAX_STYLES) return err('full')
      const saved: SavedStyle = { id: newId<StyleId>(), name: freeName(styles), style: conformedStyle(values) }
      const written = write([...styles, saved])
      return written.ok ? ok(saved) : written
    },
    /** Renames a style. An empty name is ignored without an error. */
    rename(id: string, name: string) {
      const next = name.trim().slice(0, MAX_NAME)
      return next ? write(list().map((one) => (one.id === id ? { ...one, name: next } : one))) : ok(null)
    },
    remove: (id: string) => write(list().filter((one) => one.id !== id)),
    subscribe: (listener: () => void) => stopAll([listeners.subscribe(listener), onChange(listener)]),
  }
}

function freeName(styles: readonly SavedStyle[]): string {
  const names = new Set(styles.map(({ name }) => name))
  let number = 1
  const name = () => t('Style {number}', { number })
  while (names.has(name())) number++
  return name()
}

function parseStyles(text: string | null): SavedStyle[] {
  const { version, styles } = asRecord(parseJson(text))
  if (version !== VERSION || !Array.isArray(styles)) return []
  const ids = new Set<string>()
  return styles.slice(0, MAX_STYLES).flatMap((raw) => {
    const { id, name, style } = asRecord(raw)
    if (typeof id !== 'string' || typeof name !== 'string' || !name || ids.has(id)) return []
    ids.add(id)
    return [{ id, name: name.slice(0, MAX_NAME), style: conformedStyle(style) }]
  })
}

const conformedStyle = (values: unknown): Partial<TextValues> => styleOf('text', conform(textFields, values))

/**
 * The store of the signed-in account's styles, in local storage. Notifies listeners when another tab changes the styles
 * and when another account signs in.
 */
export const savedStyles = createSavedStyles(personalStorage(), (listener) =>
  stopAll([listen(window, { storage: ({ key }) => key === personalKey(KEY) && listener() }), onDeviceOwner(listener)]),
)
