/**
 * Enhanced and cut-out photos as textures, for layers that show them at a different position (moved subject, clones). A
 * texture is painted once per size and shared by all layers of a renderer. Textures are premultiplied. They contain
 * half floats where supported, so that dividing by a low alpha recovers the colors.
 */
import type { RenderTexture, WebGLRenderer } from 'pixi.js'
import { type Lease, leaseShared } from '#client/kit/async/lease.ts'
import { once } from '#client/kit/async/scheduling.ts'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { contains, coveringRect, expandRect, intersection } from '#client/kit/geometry/rect.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import { newId } from '#client/kit/values/ids.ts'
import type { AssetStore, PatchedPhoto } from '#client/model/assets/store.ts'
import { texelSize } from '#client/render/windows/WindowCache.ts'
import { createTarget, maxTextureSide, preciseFormat, renderPart } from '#shaders/lib/pass.ts'
import { FILTER_RADIUS, type PictureTexels } from '#shaders/placed/placed.ts'
import type { NodeContext } from '../kind.ts'
import { type BranchPicture, paintedArea, type TextureRequest } from './branches.ts'
import { PhotoBranch, photoResources } from './PhotoBranch.ts'

/** The texture of a painted branch, valid until `release`. */
export interface TextureLease extends PictureTexels {
  release(): void
}

/** An image of at most this many texels is painted completely. Moving the image then doesn't repaint it. */
const MAX_WHOLE_TEXELS = 8 << 20
/**
 * Parts are expanded to multiples of this many texels, so that consecutive strips with almost the same part share a
 * texture.
 */
const ALIGN = 64

interface CachedTexture {
  contentKey: string
  isDraft: boolean
  density: number
  rect: Rect
  texture: RenderTexture
  users: number
}

interface Painter {
  branch: PhotoBranch
  /** The texture that the branch has painted last. */
  painted: CachedTexture
}

const nameOf = memoOn((_: AssetStore) => newId())

/** Leases the shared branch textures of a renderer, an asset store and a color space. */
export const leaseBranchTextures = (ctx: NodeContext): Lease<BranchTextures> =>
  leaseShared(
    ctx.renderer,
    `branch textures of ${nameOf(ctx.assets)} in ${ctx.gains ? [...ctx.gains.values()].map(({ id }) => id) : (ctx.colorSpace ?? 'srgb')}`,
    () => new BranchTextures(ctx),
  )

export class BranchTextures {
  private readonly ctx: NodeContext
  private readonly held = new Set<CachedTexture>()
  private isDestroyed = false
  /** One branch per photo and role. Each branch caches its blurred photo for the next slider step. */
  private readonly painters = new Map<string, Painter>()

  constructor(ctx: NodeContext) {
    this.ctx = ctx
  }

  /**
   * Leases a texture of the image. Returns null if nothing is painted in the region. While tone masks or edge colors
   * are being computed, returns a promise. It resolves with null if the renderer was destroyed or the photo replaced
   * in the meantime.
   */
  lease(picture: BranchPicture, wanted: TextureRequest): TextureLease | null | Promise<TextureLease | null> {
    const { pending } = photoResources(picture, wanted.isDraft, this.ctx)
    if (pending.length === 0) return this.take(picture, wanted)
    return Promise.all(pending).then(() => {
      // while the promise was pending, the renderer may have been destroyed, or another project may have replaced the
      // photo
      const isStale = this.isDestroyed || this.ctx.assets.bitmap(picture.photo.id) !== picture.photo
      return isStale ? null : this.take(picture, wanted)
    })
  }

  /** Returns true when no cached texture fits and all inputs for painting a new texture are available. */
  needsPainting(picture: BranchPicture, wanted: TextureRequest): boolean {
    const { pending, filled } = photoResources(picture, wanted.isDraft, this.ctx)
    const rect = texelRects(picture, wanted.region, wanted.density, this.ctx.renderer)
    return pending.length === 0 && rect !== null && !this.find(contentKeyOf(picture, filled), wanted, rect.required)
  }

  destroy(): void {
    this.isDestroyed = true
    for (const { texture } of this.held) texture.destroy(true)
    for (const { branch } of this.painters.values()) branch.destroy()
    this.held.clear()
    this.painters.clear()
  }

  private take(picture: BranchPicture, wanted: TextureRequest): TextureLease | null {
    const { region, density, isDraft } = wanted
    const rect = texelRects(picture, region, density, this.ctx.renderer)
    if (!rect) return null
    const { filled } = photoResources(picture, isDraft, this.ctx)
    const contentKey = contentKeyOf(picture, filled)
    const held =
      this.find(contentKey, wanted, rect.required) ?? this.paint(picture, contentKey, rect.painted, density, isDraft)
    held.users++
    return {
      source: held.texture.source,
      first: { x: held.rect.x, y: held.rect.y },
      density,
      isStraight: false,
      release: once(() => {
        if (--held.users === 0 && this.held.delete(held)) this.free(held)
      }),
    }
  }

  private find(contentKey: string, { density, isDraft }: TextureRequest, required: Rect): CachedTexture | undefined {
    return [...this.held].find(
      (held) =>
        held.contentKey === contentKey &&
        held.density === density &&
        // only drafts may reuse a draft, because a less exact shader may have painted the draft
        (isDraft || !held.isDraft) &&
        contains(held.rect, required),
    )
  }

  private paint(
    picture: BranchPicture,
    contentKey: string,
    rect: Rect,
    density: number,
    isDraft: boolean,
  ): CachedTexture {
    const { renderer } = this.ctx
    const key = `${picture.photo.id} ${picture.branch.role}`
    const branch = this.painters.get(key)?.branch ?? new PhotoBranch(this.ctx)
    branch.updateAlone(picture, rect, { density, isDraft })
    const texture = createTarget(rect.width, rect.height, preciseFormat(renderer))
    renderPart(renderer, branch.view, texture, rect, { scale: density })
    const held = { contentKey, isDraft, density, rect, texture, users: 0 }
    this.held.add(held)
    this.painters.set(key, { branch, painted: held })
    return held
  }

  /**
   * Destroys a texture. If it is the last one that its branch has painted, also destroys the branch, which would hold
   * the photo's texture windows until another photo is opened.
   */
  private free(held: CachedTexture) {
    held.texture.destroy(true)
    for (const [key, { branch, painted }] of this.painters) {
      if (painted !== held) continue
      branch.destroy()
      this.painters.delete(key)
    }
  }
}

/** Returns a key of the pixels to paint. The screen may show an image whose fill an export has computed. */
const contentKeyOf = (picture: BranchPicture, filled: PatchedPhoto | null): string =>
  `${branchContentKey(picture)} ${filled?.id}`

/** Returns a key of the photo, the mattes and the enhancements. Equal keys mean equal pixels. */
export const branchContentKey = ({ photo, matte, solid, lifted, beside, branch }: BranchPicture): string =>
  `${[photo, matte, solid, lifted, beside].map((asset) => asset?.id).join(' ')} ${JSON.stringify(branch)}`

/**
 * Returns the texels that the region needs (`required`) and the texels to paint (`painted`). Returns null if nothing is
 * painted in the region.
 */
function texelRects(picture: BranchPicture, region: Rect, density: number, renderer: WebGLRenderer) {
  const area = paintedArea(picture, 1 / density)
  const all = { x: 0, y: 0, ...texelSize(picture.photo, density) }
  const whole = area && intersection(all, expandRect(coveringRect(area, density), FILTER_RADIUS))
  const required = whole && intersection(whole, expandRect(coveringRect(region, density), FILTER_RADIUS))
  if (!whole || !required) return null
  const maxSide = maxTextureSide(renderer)
  if (whole.width * whole.height <= MAX_WHOLE_TEXELS && Math.max(whole.width, whole.height) <= maxSide)
    return { required, painted: whole }
  const roomy = intersection(whole, coveringRect(required, 1, ALIGN)) ?? required
  return { required, painted: roomy.width > maxSide || roomy.height > maxSide ? required : roomy }
}
