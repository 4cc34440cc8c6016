/**
 * Remembers on the device which backend runs MobileSAM's encoder faster, so that the backends are measured only once.
 */
import {
  asRecord,
  type DeviceStorage,
  deviceStorage,
  parseJson,
  tryRead,
  tryWrite,
} from '#client/kit/device-storage/deviceStorage.ts'
import type { Backend, EncoderMeasurement } from './segmentationTypes.ts'

const KEY = 'midground-encoder'

export interface EncoderChoice {
  /** The user agent. The backends are measured again in a new version of the browser. */
  browser: string
  gpu: string
  backend: Backend
}

/** Returns the remembered choice, or null if there is none or a different version of the browser stored it. */
export function storedChoice(storage: DeviceStorage | null = deviceStorage()): EncoderChoice | null {
  const { browser, gpu, backend } = asRecord(parseJson(tryRead(KEY, storage)))
  if (browser !== navigator.userAgent || typeof gpu !== 'string') return null
  return { browser, gpu, backend: backend === 'webgl' ? 'webgl' : 'wasm' }
}

/** Stores the faster backend. Doesn't store a choice if there is no GPU, because looking for a GPU again is cheap. */
export function storeChoice({ gpu, backend }: EncoderMeasurement, storage = deviceStorage()): void {
  if (gpu === null) return
  const choice: EncoderChoice = { browser: navigator.userAgent, gpu, backend }
  tryWrite(() => storage?.setItem(KEY, JSON.stringify(choice)))
}
