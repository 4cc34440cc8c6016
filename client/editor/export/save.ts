/** Hands a file to the browser's downloads. */
export function save(file: Blob, name: string): void {
  URL.revokeObjectURL(last)
  last = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = last
  link.download = name
  link.click()
}

/** It lives until the next one: a phone asks first whether the file is wanted, for as long as its owner takes. */
let last = ''
