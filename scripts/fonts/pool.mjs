/**
 * Awaits `work(item)` for every item, at most `concurrency` at a time. Resolves with nothing; rejects with the first
 * failure.
 */
export async function pool(items, concurrency, work) {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
