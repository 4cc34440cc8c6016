/** Where the operator asked for no figures, none are kept. */
import type { Watch } from '../deps/watch.ts'

export const BLIND: Watch = {
  isOn: false,
  answered: () => undefined,
  exported: () => undefined,
  heard: () => undefined,
  ran: () => undefined,
  report: async () => null,
}
