import { join } from 'node:path'
import { defineConfig } from 'drizzle-kit'

/** Configuration of `npm run db -- studio`, which browses this machine's database. Migrations are written by hand. */
export default defineConfig({
  dialect: 'sqlite',
  schema: './drizzle/schema.ts',
  out: './drizzle/migrations',
  dbCredentials: { url: join(process.env.DATA_DIR ?? 'data', 'midground.db') },
})
