import type { Point } from '#client/kit/geometry/geometry.ts'

/** Fields of a pointer event that determine whether the pointer owns the gesture. */
type Press = Pick<PointerEvent, 'pointerId' | 'pointerType'>

/**
 * The pressed pointers on a canvas. Each pointer either owns the gesture or is ignored. A gesture is owned by a pen, a
 * mouse, or one or two fingers. A pen cancels a gesture of fingers, because the hand rests on the screen while the user
 * draws. An ignored pointer is ignored until it is lifted.
 */
export class GesturePointers {
  /** Positions of the gesture's owners by pointer id, in CSS px. */
  private readonly owners = new Map<number, Point>()
  private readonly ignored = new Set<number>()
  private type = ''

  /** Positions of the gesture's owners in CSS px. The owner that was pressed first is the first item. */
  get positions(): Point[] {
    return [...this.owners.values()]
  }

  /** Returns true while any pointer is pressed, including ignored pointers. */
  get arePressed(): boolean {
    return this.owners.size + this.ignored.size > 0
  }

  /** Returns true while the gesture has owners. The gesture itself may have ended before its owners are lifted. */
  get haveOwners(): boolean {
    return this.owners.size > 0
  }

  /**
   * Adds a pressed pointer and returns its role. 'starts': the pointer starts a new gesture. 'takes': a pen starts a
   * new gesture, and the fingers' gesture must be canceled. 'joins': the second finger of a pinch. 'ignored': the
   * pointer doesn't belong to a gesture.
   */
  press({ pointerId, pointerType }: Press, at: Point): 'starts' | 'takes' | 'joins' | 'ignored' {
    const isOwnedByFingers = this.owners.size > 0 && this.type === 'touch'
    if (isOwnedByFingers && pointerType === 'pen') {
      for (const id of this.owners.keys()) this.ignored.add(id)
      this.owners.clear()
      this.own(pointerId, pointerType, at)
      return 'takes'
    }
    if (this.owners.size === 0) {
      // another finger of a resting hand
      if (pointerType === 'touch' && this.ignored.size > 0) return this.ignore(pointerId)
      this.own(pointerId, pointerType, at)
      return 'starts'
    }
    if (!isOwnedByFingers || pointerType !== 'touch' || this.owners.size > 1) return this.ignore(pointerId)
    this.own(pointerId, pointerType, at)
    return 'joins'
  }

  move({ pointerId }: Press, at: Point): void {
    if (this.owners.has(pointerId)) this.owners.set(pointerId, at)
  }

  /** Removes a lifted or canceled pointer. Returns true if the pointer was an owner of the gesture. */
  lift({ pointerId }: Press): boolean {
    this.ignored.delete(pointerId)
    return this.owners.delete(pointerId)
  }

  owns({ pointerId }: Press): boolean {
    return this.owners.has(pointerId)
  }

  ignores({ pointerId }: Press): boolean {
    return this.ignored.has(pointerId)
  }

  private own(id: number, type: string, at: Point) {
    this.owners.set(id, at)
    this.type = type
  }

  private ignore(id: number): 'ignored' {
    this.ignored.add(id)
    return 'ignored'
  }
}
