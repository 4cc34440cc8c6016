/** What the photos of a queue share, before the user has chosen it. */
import { ref } from 'valtio/vanilla'
import { conform, defaults } from '../../kit/base/fields.ts'
import { type ExportSettings, exportFields } from '../../media/exporter/exportSettings.ts'
import type { BatchQueue } from '../storage/batchStore.ts'

/** The editor crops with the frame on the canvas; nothing is cut from the centre unseen. */
const SETTINGS: ExportSettings = { ...defaults(exportFields), fitting: 'fit' }

/** Returns the queue of an account that has not begun one; valtio makes no proxy of it. */
export const emptyQueue = (owner: string): BatchQueue =>
  ref({ owner, design: null, settings: SETTINGS, isPaused: false, spareKeys: [] })

/** Returns the settings of the queue's export; what is stored is conformed to the fields. */
export const settingsOf = ({ settings }: Pick<BatchQueue, 'settings'>): ExportSettings => ({
  ...SETTINGS,
  ...conform(exportFields, settings),
})
