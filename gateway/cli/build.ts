import { loadEnvironment } from '../config/environment.ts';
import { buildPackage } from './buildPackage.ts';
import { buildWeb } from './buildWeb.ts';

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
