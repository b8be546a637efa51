import { copyFileSync, rmSync } from 'node:fs';
import { type Environment, loadEnvironment } from '../config/environment.ts';
import { PACKAGE_ROOT, packageFile } from '../core/packageFiles.ts';
import { buildWeb } from './buildWeb.ts';
import { runProcess } from './processes.ts';

const TSC = 'node_modules/typescript/bin/tsc';
const CONFIG = 'gateway/tsconfig.package.json';
/** The `outDir` of that configuration. */
const OUTPUT = 'dist';
/** A file of a development dependency that the reader serves. */
const HLS_PLAYER = 'hls.light.min.mjs';

/** Builds parts of the repository: `app`, `explorer`, `package`. */
export async function build(
  parts: readonly string[],
  { isForced }: { readonly isForced: boolean },
): Promise<void> {
  const { env } = loadEnvironment();
  const print = console.log;
  const built = await buildWeb({ env, print, isForced, only: parts });
  if (parts.includes('package')) {
    print('building the package …');
    await buildPackage(env);
    built.push('package');
  }
  print(built.length > 0 ? `built: ${built.join(', ')}` : 'everything is up to date');
}

/**
 * Compiles the gateway to JavaScript for the npm package, because Node does not strip types below `node_modules`, and copies the
 * HLS player of the reader.
 * @throws Error if the compiler reports errors, which are on stderr
 */
async function buildPackage(env: Environment): Promise<void> {
  rmSync(packageFile(OUTPUT), { recursive: true, force: true });
  await runProcess('the build of the package', [TSC, '--project', CONFIG], {
    env,
    output: 'buffer',
    cwd: PACKAGE_ROOT,
  });
  copyFileSync(packageFile(`node_modules/hls.js/dist/${HLS_PLAYER}`), packageFile(`${OUTPUT}/${HLS_PLAYER}`));
}
