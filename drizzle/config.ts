import { join } from 'node:path'
import { defineConfig } from 'drizzle-kit'

/**
 * Configuration of `npm run db -- studio`, which browses the database file of this machine. Its migrations are written
 * by hand.
 */
export default defineConfig({
  dialect: 'sqlite',
  schema: './drizzle/schema.ts',
  out: './drizzle/migrations',
  dbCredentials: { url: join(process.env.DATA_DIR ?? 'data', 'midground.db') },
})
