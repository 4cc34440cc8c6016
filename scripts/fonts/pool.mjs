/** Run `work` over `items`, at most `width` at a time. The first failure ends it. */
export async function pool(items, width, work) {
  const queue = [...items]
  const lane = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: width }, lane))
}
