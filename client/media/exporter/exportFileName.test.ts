import { expect, it } from 'vitest'
import { exportFileName } from './exportFileName.ts'

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
])('exports %j as %s', (original, name) => {
  expect(exportFileName(original, 'Midground', NOW, 'png')).toBe(name)
})
