/**
 * Tuned and cut-out photos as textures, for those who place them elsewhere: painted once for a size, shared by all who
 * show it with one renderer, kept while somebody does. Premultiplied; in half floats where they can be had, so that the
 * colours of faint edges survive being taken apart again.
 */
import { Container, Matrix, type RenderTexture, type WebGLRenderer } from 'pixi.js'
import { createTarget } from '#shaders/lib/pass.ts'
import type { PictureTexels } from '#shaders/placed/placed.ts'
import type { Rect } from '../../kit/base/geometry.ts'
import { contains, grown, overlap } from '../../kit/base/rect.ts'
import { sizeAt } from '../../model/assets/windowParts.ts'
import type { NodeContext } from '../kind.ts'
import type { BranchPicture } from './BranchPicture.ts'
import { neededFor } from './photoResources.ts'
import { PhotoBranch } from './PhotoBranch.ts'
import { paintedArea } from './paintedArea.ts'

export interface TextureLease extends PictureTexels {
  release(): void
}

/** What is asked of a picture. */
export interface Wanted {
  /** Photo px. */
  region: Rect
  /** Texels per photo px, at most 1. */
  density: number
  isDraft: boolean
}

/** Up to so many texels a picture is painted whole, so that it can be moved about without being painted again. */
const WHOLE_TEXELS = 8 << 20
/** Parts begin and end on this grid, texels: strips of an export want much the same. */
const ALIGN = 64
/** Texels around what is painted: nothing is there, and that is what is read beyond. */
const MARGIN = 3

interface Held {
  look: string
  isDraft: boolean
  density: number
  rect: Rect
  texture: RenderTexture
  users: number
}

interface Shared {
  textures: BranchTextures
  users: number
}

const shared = new WeakMap<WebGLRenderer, Shared>()

/** The textures of a renderer: one set, whoever asks, as long as anybody does. */
export function leaseBranchTextures(ctx: NodeContext): { textures: BranchTextures; release(): void } {
  const held = shared.get(ctx.renderer) ?? { textures: new BranchTextures(ctx), users: 0 }
  shared.set(ctx.renderer, held)
  held.users++
  let isHeld = true
  return {
    textures: held.textures,
    release() {
      if (!isHeld) return
      isHeld = false
      if (--held.users > 0) return
      shared.delete(ctx.renderer)
      held.textures.destroy()
    },
  }
}

export class BranchTextures {
  private readonly ctx: NodeContext
  private readonly held = new Set<Held>()
  private isGone = false
  /** Each keeps what it has blurred, for the next slider step. */
  private readonly painters = new Map<string, { stage: Container; branch: PhotoBranch }>()

  constructor(ctx: NodeContext) {
    this.ctx = ctx
  }

  /** Null where nothing is painted. A promise while what painting needs is still to come. */
  lease(picture: BranchPicture, wanted: Wanted): TextureLease | null | Promise<TextureLease | null> {
    const { missing } = neededFor(picture, wanted.isDraft, this.ctx)
    if (missing.length === 0) return this.take(picture, wanted)
    // Whoever asked may be gone by then, and the renderer with it.
    return Promise.all(missing).then(() => (this.isGone ? null : this.take(picture, wanted)))
  }

  /** It would have to be painted first, and nothing is missing for that. */
  isToBePainted(picture: BranchPicture, wanted: Wanted): boolean {
    const { missing } = neededFor(picture, wanted.isDraft, this.ctx)
    const rect = rectOf(picture, wanted.region, wanted.density, this.ctx.renderer)
    return missing.length === 0 && rect !== null && !this.find(lookOf(picture), wanted, rect.ask)
  }

  destroy(): void {
    this.isGone = true
    for (const { texture } of this.held) texture.destroy(true)
    for (const { stage, branch } of this.painters.values()) {
      branch.destroy()
      stage.destroy()
    }
    this.held.clear()
    this.painters.clear()
  }

  private take(picture: BranchPicture, wanted: Wanted): TextureLease | null {
    const { region, density, isDraft } = wanted
    const rect = rectOf(picture, region, density, this.ctx.renderer)
    if (!rect) return null
    const look = lookOf(picture)
    const held = this.find(look, wanted, rect.ask) ?? this.paint(picture, look, rect.take, density, isDraft)
    held.users++
    let isReleased = false
    return {
      source: held.texture.source,
      first: { x: held.rect.x, y: held.rect.y },
      density,
      isStraight: false,
      release: () => {
        if (isReleased) return
        isReleased = true
        if (--held.users > 0 || !this.held.delete(held)) return
        held.texture.destroy(true)
      },
    }
  }

  private find(look: string, { density, isDraft }: Wanted, ask: Rect): Held | undefined {
    return [...this.held].find(
      (held) =>
        held.look === look &&
        held.density === density &&
        // The pixels of a gesture may come from another program: they serve nothing that is to last.
        (isDraft || !held.isDraft) &&
        contains(held.rect, ask),
    )
  }

  private paint(picture: BranchPicture, look: string, rect: Rect, density: number, isDraft: boolean): Held {
    const { renderer } = this.ctx
    const { stage, branch } = this.painterOf(picture)
    const region = {
      x: rect.x / density,
      y: rect.y / density,
      width: rect.width / density,
      height: rect.height / density,
    }
    // All that is needed is there, so nothing is left to wait for.
    void branch.update({ ...picture, isOverItself: false }, { region, scale: density, isDraft })
    const format = renderer.context.extensions.colorBufferFloat ? 'rgba16float' : 'rgba8unorm'
    const texture = createTarget(rect.width, rect.height, format)
    renderer.render({
      container: stage,
      target: texture,
      clear: true,
      clearColor: [0, 0, 0, 0],
      transform: new Matrix(density, 0, 0, density, -rect.x, -rect.y),
    })
    const held = { look, isDraft, density, rect, texture, users: 0 }
    this.held.add(held)
    return held
  }

  private painterOf({ photo, branch: { role } }: BranchPicture) {
    const key = `${photo.id} ${role}`
    const known = this.painters.get(key)
    if (known) return known
    const stage = new Container()
    const painter = { stage, branch: new PhotoBranch(stage, this.ctx) }
    this.painters.set(key, painter)
    return painter
  }
}

/** Names a picture's pixels. */
export const lookOf = ({ photo, matte, branch }: BranchPicture): string =>
  `${photo.id} ${matte?.id ?? ''} ${JSON.stringify(branch)}`

/** `ask`: the texels that the region needs; `take`: those to paint for it. Null where nothing is painted. */
function rectOf(picture: BranchPicture, region: Rect, density: number, { gl }: WebGLRenderer) {
  const area = paintedArea(picture, 1 / density)
  const all = { x: 0, y: 0, ...sizeAt(picture.photo, density) }
  const whole = area && overlap(all, grown(texels(area, density, 1), MARGIN))
  const ask = whole && overlap(whole, grown(texels(region, density, 1), MARGIN))
  if (!whole || !ask) return null
  const maxSide: number = gl.getParameter(gl.MAX_TEXTURE_SIZE)
  if (whole.width * whole.height <= WHOLE_TEXELS && Math.max(whole.width, whole.height) <= maxSide)
    return { ask, take: whole }
  const roomy = overlap(whole, texels(ask, 1, ALIGN)) ?? ask
  return { ask, take: roomy.width > maxSide || roomy.height > maxSide ? ask : roomy }
}

/** Whole texels around a rectangle, on a grid of so many. */
export function texels({ x, y, width, height }: Rect, density: number, align: number): Rect {
  const down = (px: number) => Math.floor((px * density) / align) * align
  const up = (px: number) => Math.ceil((px * density) / align) * align
  const [left, top] = [down(x), down(y)]
  return { x: left, y: top, width: up(x + width) - left, height: up(y + height) - top }
}
