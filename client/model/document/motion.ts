/**
 * The motion of a document: a pinhole camera moves on a closed path in front of the layers, and text layers are
 * animated.
 */
import { choice, clampField, conform, defaults, type Fields, number, type Values } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'

export const motionFields = {
  path: choice('Camera path', ['push', 'slide', 'orbit', 'float'], 'push'),
  /** Size of the camera's path, in percent of the maximum. */
  strength: number('Strength', { default: 50, min: 0, max: 100, isWhole: true, unit: 'percent' }),
  /** Duration of the loop in seconds. */
  seconds: number('Duration in seconds', { default: 4, min: 2, max: 8, step: 0.5 }),
  text: choice('Text animation', ['none', 'fade', 'rise', 'letters'], 'none'),
} as const satisfies Fields

export type Motion = Values<typeof motionFields>

/** Distance of a layer from the camera in percent. 100 = the far end of the scene. */
export const depthField = number('Depth', { default: 60, min: 30, max: 100, isWhole: true, unit: 'percent' })

/**
 * Sets a layer's depth, in percent. `initial`: the depth that follows from the layer's position in the stack. If
 * `depth` equals `initial`, the layer has no own depth and again follows its position.
 */
export function setDepth(layer: { depth?: number }, depth: number, initial: number): void {
  if (depth === initial) delete layer.depth
  else layer.depth = clampField(depthField, depth)
}

/** Returns the motion of a document. If it has none, returns the default motion. */
export const motionOf = ({ motion }: { readonly motion?: Immutable<Motion> | undefined }): Motion => ({
  ...(motion ?? defaults(motionFields)),
})

/** Returns the motion of a document with other values, which may be invalid. Missing values are the document's. */
export const motionWith = (doc: Parameters<typeof motionOf>[0], values: object): Motion =>
  conform(motionFields, { ...motionOf(doc), ...values })
