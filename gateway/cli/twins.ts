/**
 * `npm run twins` starts the three local twins alone and prints the environment with which a gateway uses them.
 */
import { loadEnvironment } from '../configuration/environment.ts';
import type { Provider } from '../errors.ts';
import {
  type Environment,
  endAll,
  endTogether,
  type Running,
  run,
  takenPorts,
  waitUntilReady,
} from './processes.ts';

/** Milliseconds a twin has to say that it is one. */
const ANSWER = 1000;

const portOf = (provider: Provider, env: Environment) => Number(env[`TWIN_${provider.toUpperCase()}_PORT`]);

/**
 * Starts the twins of these providers, each a process of its own, and waits until they answer. One that runs already
 * is used as it is.
 * @throws Error when something else has a port or a twin does not come up.
 */
export async function startTwins(providers: readonly Provider[], env: Environment): Promise<Running[]> {
  const isRunning = await Promise.all(providers.map((provider) => isTwin(provider, env)));
  const missing = providers.filter((_, i) => !isRunning[i]);
  const taken = await takenPorts(
    missing.map((p) => ({ port: portOf(p, env), name: `TWIN_${p.toUpperCase()}_PORT` })),
  );
  if (taken.length > 0) throw new Error(taken.join('\n'));
  return Promise.all(
    missing.map(async (provider) => {
      const twin = run(`the ${provider} twin`, [`gateway/${provider}/twin/main.ts`], { env, output: 'kept' });
      await waitUntilReady(`${twinUrl(provider, env)}/__twin/health`, twin, 30);
      return twin;
    }),
  );
}

/** Whether the provider's twin answers at its port. */
async function isTwin(provider: Provider, env: Environment): Promise<boolean> {
  try {
    const answer = await fetch(`${twinUrl(provider, env)}/__twin/health`, {
      signal: AbortSignal.timeout(ANSWER),
    });
    return ((await answer.json()) as { name?: unknown }).name === provider;
  } catch {
    return false;
  }
}

/** Where a provider's twin listens. */
export const twinUrl = (provider: Provider, env: Environment): string =>
  `http://127.0.0.1:${portOf(provider, env)}`;

/** The variables with which a gateway uses the twins. */
const SHARED = /^(SANITY|MUX|ALGOLIA)_/;

if (import.meta.main) {
  endTogether();
  const { env } = loadEnvironment({ twins: 'all' });
  try {
    const started = await startTwins(['content', 'media', 'search'], env);
    for (const [name, value] of Object.entries(env)) if (SHARED.test(name)) console.log(`${name}=${value}`);
    console.error(
      '\nThe twins are running; Ctrl-C ends them. A gateway with the environment above uses them.',
    );
    for (const { name, ended } of started)
      void ended.then(({ told, asked }) => {
        if (!asked) console.error(`${name} ${told}`);
      });
  } catch (error) {
    console.error((error as Error).message);
    await endAll();
    process.exitCode = 1;
  }
}
