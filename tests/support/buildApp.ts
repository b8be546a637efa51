import { buildWeb } from '../../gateway/cli/buildWeb.ts';

/** Builds the app and the explorer once before all browser tests, where they are missing or stale. */
export default async function buildApp(): Promise<void> {
  await buildWeb({ env: process.env, say: (line) => process.stderr.write(`${line}\n`) });
}
