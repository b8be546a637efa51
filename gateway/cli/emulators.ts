/**
 * `npm run emulators` starts the three local emulators alone and prints the environment with which a gateway uses them.
 */
import { loadEnvironment } from '../config/environment.ts';
import type { Provider } from '../core/errors.ts';
import {
  type Environment,
  type Running,
  run,
  stopAll,
  stopTogether,
  takenPorts,
  waitUntilReady,
} from './processes.ts';

/** Milliseconds an emulator has to say that it is one. */
const ANSWER = 1000;

const portOf = (provider: Provider, env: Environment) =>
  Number(env[`EMULATOR_${provider.toUpperCase()}_PORT`]);

/**
 * Starts the emulators of these providers, each a process of its own, and waits until they answer. One that runs already
 * is used as it is.
 * @throws Error when something else has a port or an emulator does not come up.
 */
export async function startEmulators(providers: readonly Provider[], env: Environment): Promise<Running[]> {
  const isRunning = await Promise.all(providers.map((provider) => isEmulator(provider, env)));
  const missing = providers.filter((_, i) => !isRunning[i]);
  const taken = await takenPorts(
    missing.map((p) => ({ port: portOf(p, env), name: `EMULATOR_${p.toUpperCase()}_PORT` })),
  );
  if (taken.length > 0) throw new Error(taken.join('\n'));
  return Promise.all(
    missing.map(async (provider) => {
      const emulator = run(`the ${provider} emulator`, [`gateway/emulators/${provider}/main.ts`], {
        env,
        output: 'kept',
      });
      await waitUntilReady(`${emulatorUrl(provider, env)}/__emulator/health`, emulator, 30);
      return emulator;
    }),
  );
}

/** Whether the provider's emulator answers at its port. */
async function isEmulator(provider: Provider, env: Environment): Promise<boolean> {
  try {
    const answer = await fetch(`${emulatorUrl(provider, env)}/__emulator/health`, {
      signal: AbortSignal.timeout(ANSWER),
    });
    return ((await answer.json()) as { name?: unknown }).name === provider;
  } catch {
    return false;
  }
}

/** Where a provider's emulator listens. */
export const emulatorUrl = (provider: Provider, env: Environment): string =>
  `http://127.0.0.1:${portOf(provider, env)}`;

/** The variables with which a gateway uses the emulators. */
const SHARED = /^(SANITY|MUX|ALGOLIA)_/;

if (import.meta.main) {
  stopTogether();
  const { env } = loadEnvironment({ emulators: 'all' });
  try {
    const started = await startEmulators(['content', 'media', 'search'], env);
    for (const [name, value] of Object.entries(env)) if (SHARED.test(name)) console.log(`${name}=${value}`);
    console.error(
      '\nThe emulators are running; Ctrl-C ends them. A gateway with the environment above uses them.',
    );
    for (const { name, ended } of started)
      void ended.then(({ told, asked }) => {
        if (!asked) console.error(`${name} ${told}`);
      });
  } catch (error) {
    console.error((error as Error).message);
    await stopAll();
    process.exitCode = 1;
  }
}
