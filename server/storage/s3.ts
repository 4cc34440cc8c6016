/** Stores trial images in a bucket. Only imported if configured, because the SDK is larger than the server. */
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { Logger } from 'pino'
import type { S3Store } from '#server/config/stores.ts'
import type { Storage } from '#server/deps/deps.ts'
import { KEY } from './folder.ts'

/** Size of a part in bytes, the minimum of S3. Each upload uses this much memory. */
const PART_BYTES = 5 * 1024 * 1024
const PAGE = 500
const CONNECT_MS = 5000
const REQUEST_MS = 60_000

/**
 * Returns the storage in a bucket. It uploads large files in parts, without a whole file in memory. Its methods throw
 * if a key is invalid.
 */
export function s3Storage(store: S3Store, log: Logger): Storage {
  const client = new S3Client({
    region: store.region,
    forcePathStyle: store.pathStyle,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: REQUEST_MS, throwOnRequestTimeout: true },
    // many other S3 servers don't support the checksums that the SDK sends by default
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(store.endpoint === null ? {} : { endpoint: store.endpoint }),
    ...(store.keys ? { credentials: { accessKeyId: store.keys.id, secretAccessKey: store.keys.secret } } : {}),
  })
  const place = (key: string) => {
    if (!KEY.test(key)) throw new Error('not a storage key')
    return { Bucket: store.bucket, Key: `${store.prefix}${key}` }
  }

  return {
    async put(key, source) {
      const parts = inParts(source)
      try {
        const { value: first = Buffer.alloc(0) } = await parts.next()
        if (first.length >= PART_BYTES) return await putParts({ client, log }, place(key), first, parts)
        await client.send(new PutObjectCommand({ ...place(key), Body: first, ContentType: 'image/png' }))
      } finally {
        source.destroy() // after a failure, the source has no reader
      }
    },

    async get(key) {
      const found = await orNull(client.send(new GetObjectCommand(place(key))))
      return (found?.Body as Readable | undefined) ?? null // in Node, the SDK returns a Node stream
    },

    async delete(key) {
      await client.send(new DeleteObjectCommand(place(key)))
    },

    async *list() {
      const all = { Bucket: store.bucket, Prefix: store.prefix }
      for await (const page of paginateListObjectsV2({ client, pageSize: PAGE }, all)) {
        const keys = (page.Contents ?? []).map(({ Key = '' }) => Key.slice(store.prefix.length))
        yield keys.filter((key) => KEY.test(key))
      }
    },

    async writtenAt(key) {
      return (await orNull(client.send(new HeadObjectCommand(place(key)))))?.LastModified?.getTime() ?? null
    },
  }
}

/** Uploads all parts. The object exists after the last part. If a part fails, aborts the upload and rejects. */
async function putParts(
  { client, log }: { readonly client: S3Client; readonly log: Logger },
  place: { readonly Bucket: string; readonly Key: string },
  first: Buffer,
  rest: AsyncIterator<Buffer>,
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...place, ContentType: 'image/png' }))
  const upload = { ...place, UploadId }
  try {
    const parts: CompletedPart[] = []
    for (let body: Buffer | null = first; body !== null; ) {
      const number = { PartNumber: parts.length + 1 }
      const { ETag } = await client.send(new UploadPartCommand({ ...upload, ...number, Body: body }))
      parts.push({ ...number, ETag })
      const next: IteratorResult<Buffer> = await rest.next()
      body = next.done ? null : next.value
    }
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }))
  } catch (error) {
    // if the abort fails too, a lifecycle rule of the bucket deletes the parts
    await client
      .send(new AbortMultipartUploadCommand(upload))
      .catch((err: unknown) => log.warn({ err, key: place.Key }, 'upload not taken back'))
    throw error
  }
}

/** Yields buffers of PART_BYTES, the last one shorter. Each buffer overwrites the memory of the previous one. */
async function* inParts(source: Readable): AsyncGenerator<Buffer, undefined> {
  const part = Buffer.allocUnsafeSlow(PART_BYTES) // not zeroed, so the system allocates a page only when it is written
  let size = 0
  for await (const piece of source as AsyncIterable<Buffer>)
    for (let at = 0; at < piece.length; ) {
      const taken = piece.copy(part, size, at)
      at += taken
      size += taken
      if (size < PART_BYTES) continue
      yield part
      size = 0
    }
  if (size > 0) yield part.subarray(0, size)
  return undefined
}

/** Resolves with the response, or null if the object is missing. */
const orNull = <T>(response: Promise<T>): Promise<T | null> =>
  response.catch((error: unknown) => {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null
    throw error
  })
