import type { MathBackendWebGL } from '@tensorflow/tfjs-backend-webgl'
import { backend } from '@tensorflow/tfjs-core'
import { expect, it } from 'vitest'
import { startWebgl } from '#client/media/segmenter/worker/backend.ts'

it('the backend reports a lost WebGL context', async () => {
  let isLost = false
  await startWebgl({}, () => {
    isLost = true
  })
  const { gl } = (backend() as MathBackendWebGL).gpgpu
  gl.getExtension('WEBGL_lose_context')!.loseContext()
  await expect.poll(() => isLost).toBe(true)
})
