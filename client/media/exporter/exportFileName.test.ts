import { expect, it } from 'vitest'
import { exportFileName, safeExportFileName } from './exportFileName.ts'

const NOW = 1_795_132_800_999

it.each([
  ['photo.jpg', 'photo_1795132800.png'],
  ['IMG_0001.HEIC', 'IMG_0001_1795132800.png'],
  ['holiday.2026.final.jpeg', 'holiday.2026.final_1795132800.png'],
  ['no extension', 'no extension_1795132800.png'],
  ['ภาพถ่าย 👩‍🚀 été.webp', 'ภาพถ่าย 👩‍🚀 été_1795132800.png'],
  ['../../etc/passwd.png', '....etcpasswd_1795132800.png'],
  ['C:\\Users\\me.png', 'C:Usersme_1795132800.png'],
  ['line\r\nbreak\u0000\u009f.png', 'linebreak_1795132800.png'],
  ['.jpg', 'midground_1795132800.png'],
  ['/.jpg', 'midground_1795132800.png'],
  ['', 'midground_1795132800.png'],
  [null, 'midground_1795132800.png'],
])('an export of the photo %j is named %s', (original, name) => {
  expect(exportFileName(original, 'Midground', NOW, 'png')).toBe(name)
})

it.each([
  ['photo.jpg', 'photo_1795132800.png'],
  ['holiday.2026.final.jpeg', 'holiday.2026.final_1795132800.png'],
  ['ภาพถ่าย 👩‍🚀 été.webp', 'ภาพถ่าย 👩‍🚀 été_1795132800.png'],
  ['Mum: "2023"? <a|b>*.jpg', 'Mum_ _2023__ _a_b___1795132800.png'],
  ['IMG~2.jpg', 'IMG_2_1795132800.png'],
  ['zero\u200b width\u202e\ufeff.jpg', 'zero width_1795132800.png'],
  ['lone \ud800 half \uffff.jpg', 'lone _ half __1795132800.png'],
  ['ends. . .jpg', 'ends_1795132800.png'],
  ['../../etc/passwd.png', 'etcpasswd_1795132800.png'],
  ['\u200b.jpg', 'midground_1795132800.png'],
  ['...jpg', 'midground_1795132800.png'],
  [null, 'midground_1795132800.png'],
])('a file from the photo %j in a folder is named %s', (original, name) => {
  expect(safeExportFileName(original, 'Midground', NOW, 'png')).toBe(name)
})

it.each(['x', 'ש', '漢', '👩‍👩‍👧'])("a name of many %s is truncated to the file system's limit", (letter) => {
  const name = safeExportFileName(`${letter.repeat(260)}.jpg`, 'Midground', NOW, 'png')
  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(240)
  expect(name.replaceAll(letter, '')).toBe('_1795132800.png')
})
