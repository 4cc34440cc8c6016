import { isHost } from './forms.ts'
import type { Reader } from './reader.ts'
import { VARIABLES } from './variables.ts'

/** Reads an address to listen on. Reports a mistake to `reader` and then returns the default. */
export function readHost(reader: Reader, name: 'HOST' | 'METRICS_HOST'): string {
  const host = reader.text(name)
  if (isHost(host)) return host
  reader.problem(`${name} must be an IP address or a host name, e.g. 127.0.0.1 or 0.0.0.0`)
  return VARIABLES[name].default
}
