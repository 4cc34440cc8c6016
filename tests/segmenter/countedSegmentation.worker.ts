import './countWebgl.ts'
import '#client/media/segmenter/worker/segmentation.worker.ts'
