/** A row or column of a 3 × 3 matrix. */
export type Vector3 = readonly [number, number, number]
/** A 3 × 3 matrix, row by row. */
export type Matrix3 = readonly [Vector3, Vector3, Vector3]

const dot = (a: Vector3, b: Vector3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

export const transposed = ([a, b, c]: Matrix3): Matrix3 => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
]

/** Returns the product matrix · vector or matrix · matrix. */
export function multiplied(matrix: Matrix3, vector: Vector3): Vector3
export function multiplied(matrix: Matrix3, other: Matrix3): Matrix3
export function multiplied(matrix: Matrix3, by: Vector3 | Matrix3): Vector3 | Matrix3 {
  if (isVector(by)) return [dot(matrix[0], by), dot(matrix[1], by), dot(matrix[2], by)]
  const [x, y, z] = transposed(by)
  return transposed([multiplied(matrix, x), multiplied(matrix, y), multiplied(matrix, z)])
}

const isVector = (value: Vector3 | Matrix3): value is Vector3 => typeof value[0] === 'number'

const cross = (a: Vector3, b: Vector3): Vector3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

/** Returns the inverse, computed with the adjugate. The numbers of a singular matrix's inverse are not finite. */
export function inverse([a, b, c]: Matrix3): Matrix3 {
  const determinant = dot(a, cross(b, c))
  const scaled = ([x, y, z]: Vector3): Vector3 => [x / determinant, y / determinant, z / determinant]
  return transposed([scaled(cross(b, c)), scaled(cross(c, a)), scaled(cross(a, b))])
}
