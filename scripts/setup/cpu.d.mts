export function watchCpu(root?: number): { stop(): number | null }
