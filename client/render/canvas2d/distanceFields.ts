/** One `DistanceFields` per renderer, because each may own a worker. */
import type { WebGLRenderer } from 'pixi.js'
import { DistanceFields } from '#shaders/distance/field.ts'

interface Shared {
  fields: DistanceFields
  users: number
}

const shared = new WeakMap<WebGLRenderer, Shared>()

/**
 * Returns the builder of distance fields shared by all layers of a renderer. It is destroyed after the last release.
 */
export function leaseDistanceFields(renderer: WebGLRenderer): { fields: DistanceFields; release(): void } {
  const held = shared.get(renderer) ?? { fields: new DistanceFields(renderer), users: 0 }
  shared.set(renderer, held)
  held.users++
  let isHeld = true
  return {
    fields: held.fields,
    release() {
      if (!isHeld) return
      isHeld = false
      if (--held.users > 0) return
      shared.delete(renderer)
      held.fields.destroy()
    },
  }
}
