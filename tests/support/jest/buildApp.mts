import { buildWeb } from '../../../gateway/cli/buildWeb.ts';

/** Builds the app, the explorer and the overlays of the reader before all browser tests if they are missing or stale. */
export default async function buildApp(): Promise<void> {
  await buildWeb({ env: process.env, print: (line) => process.stderr.write(`${line}\n`) });
}
