/** Draws the same text many times, each copy a little farther along the extrusion, to look 3D. */
import { Container, type RenderTexture, Sprite, Texture, type TextureSource, type WebGLRenderer } from 'pixi.js'
import type { Size } from '#client/kit/geometry/geometry.ts'

interface Turn {
  depth: number
  perspective: number
  rotateX: number
  rotateY: number
}

export interface Stack {
  render(renderer: WebGLRenderer, target: RenderTexture, turn: Turn): void
}

/**
 * Stacks `count` copies of a text layer. The sprites share a texture, because Pixi then draws them in one batch, the
 * cheapest way.
 */
export function stackedCopies(face: TextureSource, { width, height }: Size, count: number): Stack {
  const texture = new Texture({ source: face })
  const sprites = Array.from({ length: count }, (_, i) => {
    const sprite = new Sprite({ texture, anchor: 0.5 })
    sprite.tint = i === count - 1 ? 0xffffff : 0x8c2a20
    return sprite
  })
  const root = new Container({ children: sprites })
  return {
    render(renderer, target, { depth, perspective, rotateX, rotateY }) {
      const [x, y] = [(rotateX * Math.PI) / 180, (rotateY * Math.PI) / 180]
      sprites.forEach((sprite, i) => {
        const z = -depth * (1 - i / (count - 1))
        const scale = perspective / (perspective - z * Math.cos(x) * Math.cos(y))
        sprite.position.set(width / 2 + Math.sin(y) * z * scale, height / 2 - Math.sin(x) * z * scale)
        sprite.scale.set(Math.cos(y) * scale, Math.cos(x) * scale)
      })
      renderer.render({ container: root, target, clear: true })
    },
  }
}
