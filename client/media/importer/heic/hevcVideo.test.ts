import { expect, it } from 'vitest'
import { readHevcVideo } from './hevcVideo.ts'

const isFullRange = (view: DataView) => readHevcVideo(view).isFullRange

/** Returns an Exp-Golomb code, ue(v), as bits in text. */
function ue(value: number): string {
  const binary = (value + 1).toString(2)
  return '0'.repeat(binary.length - 1) + binary
}

interface Options {
  chroma?: number
  scalingLists?: boolean
  pcm?: boolean
  referenceSets?: number
  longTerm?: boolean
  aspect?: boolean
  range?: '0' | '1' | null
  /** Primaries, transfer function and matrix. */
  codes?: readonly number[]
}

/** Returns the bits of a sequence parameter set of 64 × 64 px with one sub-layer. */
function parameterSet(o: Options): string {
  const lists = Array.from({ length: 20 }, (_, i) => (i === 0 ? `1${ue(5).repeat(16)}` : `0${ue(0)}`)).join('')
  const codes = o.codes ? `1${o.codes.map((code) => code.toString(2).padStart(8, '0')).join('')}` : '0'
  const video = o.range === null ? '0' : `1101${o.range}${codes}`
  return [
    `0100001000000001${'0000'}000${'1'}`, // unit header with type 33
    `${'00000001'}${'0'.repeat(80)}${'01011010'}`, // profile and level of the stream
    ue(0),
    ue(o.chroma ?? 1),
    o.chroma === 3 ? '0' : '',
    ue(64) + ue(64),
    `1${ue(0).repeat(4)}`,
    ue(0) + ue(0) + ue(4),
    `1${ue(1) + ue(0) + ue(0)}`,
    ue(0) + ue(3) + ue(0) + ue(3) + ue(2) + ue(2),
    o.scalingLists ? `11${lists}` : '0',
    '11',
    o.pcm ? `1${'01110111'}${ue(0) + ue(1)}0` : '0',
    ue(o.referenceSets ?? 0) + '1'.repeat(0) + (o.referenceSets ? ue(1) + ue(1) + `${ue(0)}1`.repeat(2) : ''),
    o.longTerm ? `1${ue(1)}${'0'.repeat(8)}1` : '0',
    '11',
    `1${o.aspect ? `1${'11111111'}${'0'.repeat(31)}1` : '0'}${'11'}${video}`,
  ].join('')
}

/** Returns the body of an `hvcC` box with the parameter set and emulation prevention bytes. */
function configuration(bits: string): DataView {
  const unit: number[] = []
  for (const byte of bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? []) {
    const value = Number.parseInt(byte, 2)
    if (value <= 3 && unit.at(-1) === 0 && unit.at(-2) === 0) unit.push(3)
    unit.push(value)
  }
  const otherUnit = [32, 0, 1, 0, 2, 0x40, 0x01]
  const body = [...Array<number>(22).fill(0), 2, ...otherUnit, 33, 0, 1, unit.length >> 8, unit.length & 255, ...unit]
  return new DataView(Uint8Array.from(body).buffer)
}

it.each<[string, Options]>([
  ['without optional parts', {}],
  ['with 4:4:4 chroma', { chroma: 3 }],
  ['with scaling lists', { scalingLists: true }],
  ['with PCM', { pcm: true }],
  ['with reference pictures', { referenceSets: 1, longTerm: true }],
  ['with an aspect ratio', { aspect: true }],
])('readHevcVideo reads the range flag of a parameter set %s', (_, options) => {
  expect(isFullRange(configuration(parameterSet({ ...options, range: '1' })))).toBe(true)
  expect(isFullRange(configuration(parameterSet({ ...options, range: '0' })))).toBe(false)
  expect(isFullRange(configuration(parameterSet({ ...options, range: null })))).toBe(false)
})

it('readHevcVideo reports limited range if there is no parameter set', () => {
  expect(isFullRange(new DataView(new ArrayBuffer(23)))).toBe(false)
})

it('readHevcVideo reads the color code points', () => {
  const codes = { primaries: 9, transfer: 16, matrix: 9 }
  const video = readHevcVideo(configuration(parameterSet({ range: '1', codes: Object.values(codes) })))
  expect(video).toMatchObject({ isFullRange: true, codes })
  expect(readHevcVideo(configuration(parameterSet({ range: '1' }))).codes).toBeNull()
})

it('readHevcVideo reads the bit depth and the chroma format', () => {
  const view = configuration(parameterSet({}))
  view.setUint8(16, 0xfc | 1)
  view.setUint8(18, 0xf8 | 2)
  expect(readHevcVideo(view)).toMatchObject({ depth: 10, chroma: 1 })
})
