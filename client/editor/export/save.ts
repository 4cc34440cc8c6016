/** Starts a download of the file. */
export function save(file: Blob, name: string): void {
  URL.revokeObjectURL(last)
  last = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = last
  link.download = name
  link.click()
}

/**
 * Object URL of the last file, revoked with the next download: a phone may ask the user for confirmation first, without
 * a time limit.
 */
let last = ''
