import './countWebgl.ts'
import '#client/media/segmenter/worker/networks.worker.ts'
