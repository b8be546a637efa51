import { copyFileSync, rmSync } from 'node:fs';
import { loadEnvironment } from '../config/environment.ts';
import { packageFile } from '../core/packageFiles.ts';
import { buildWeb } from './buildWeb.ts';
import { bundleGateway } from './bundleGateway.ts';

const OUTPUT = 'dist';
/** A file of a development dependency that the reader serves. */
const HLS_PLAYER = 'hls.light.min.mjs';

/** Builds parts of the repository: `app`, `explorer`, `overlays`, `package`. */
export async function build(
  parts: readonly string[],
  { isForced }: { readonly isForced: boolean },
): Promise<void> {
  const { env } = loadEnvironment();
  const print = console.log;
  const built = await buildWeb({ env, print, isForced, only: parts });
  if (parts.includes('package')) {
    print('building the package …');
    await buildPackage();
    built.push('package');
  }
  print(built.length > 0 ? `built: ${built.join(', ')}` : 'everything is up to date');
}

/** Bundles the gateway for the npm package, and copies the HLS player of the reader. */
async function buildPackage(): Promise<void> {
  const output = packageFile(OUTPUT);
  rmSync(output, { recursive: true, force: true });
  await bundleGateway(output);
  copyFileSync(packageFile(`node_modules/hls.js/dist/${HLS_PLAYER}`), packageFile(`${OUTPUT}/${HLS_PLAYER}`));
}
