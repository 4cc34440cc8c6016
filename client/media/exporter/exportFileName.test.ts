import { expect, it } from 'vitest'
import { exportFileName, safeExportFileName } from './exportFileName.ts'

const NOW = 1_795_132_800_999

it.each([
  ['photo.jpg', 'photo'],
  ['IMG_0001.HEIC', 'IMG_0001'],
  ['holiday.2026.final.jpeg', 'holiday.2026.final'],
  ['no extension', 'no extension'],
  ['ภาพถ่าย 👩‍🚀 été.webp', 'ภาพถ่าย 👩‍🚀 été'],
  ['line\r\nbreak\u0000\u009f.png', 'linebreak'],
  ['.jpg', 'midground'],
  ['/.jpg', 'midground'],
  ['', 'midground'],
  [null, 'midground'],
  ['../../etc/passwd.png', '....etcpasswd', 'etcpasswd'],
  ['C:\\Users\\me.png', 'C:Usersme', 'C_Usersme'],
  ['Mum: "2023"? <a|b>*.jpg', 'Mum: "2023"? <a|b>*', 'Mum_ _2023__ _a_b__'],
  ['IMG~2.jpg', 'IMG~2', 'IMG_2'],
  ['zero\u200b width\u202e\ufeff.jpg', 'zero\u200b width\u202e\ufeff', 'zero width'],
  ['lone \ud800 half \uffff.jpg', 'lone \ud800 half \uffff', 'lone _ half _'],
  ['ends. . .jpg', 'ends. . ', 'ends'],
  ['\u200b.jpg', '\u200b', 'midground'],
  ['...jpg', '..', 'midground'],
])('an export of the photo %j is named %j', (original, stem, safeStem = stem) => {
  expect(exportFileName(original, 'Midground', NOW, 'png')).toBe(`${stem}_1795132800.png`)
  expect(safeExportFileName(original, 'Midground', NOW, 'png')).toBe(`${safeStem}_1795132800.png`)
})

it.each(['x', 'ש', '漢', '👩‍👩‍👧'])('a file name of many "%s" is cut to the length limit of file systems', (letter) => {
  const name = safeExportFileName(`${letter.repeat(260)}.jpg`, 'Midground', NOW, 'png')
  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(240)
  expect(name.replaceAll(letter, '')).toBe('_1795132800.png')
})
