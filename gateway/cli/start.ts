/**
 * `npm start` runs all of Trivium on this machine: it builds what is missing or stale, starts an emulator for each provider
 * without credentials, fills an empty index, starts the gateway, and prints every address. In a production run
 * (NODE_ENV=production) it starts the gateway alone, over what `npm run build` has prepared.
 */
import type { Config } from '../config/config.ts';
import { loadEnvironment } from '../config/environment.ts';
import { readConfig } from '../config/readConfig.ts';
import { buildWeb, missingBuilds } from './buildWeb.ts';
import { emulatorUrl, startEmulators } from './emulators.ts';
import { indexIfEmpty } from './indexIfEmpty.ts';
import { type Environment, run, stopAll, stopTogether, takenPorts, waitUntilReady } from './processes.ts';

/** Lines of progress while nobody can use anything yet. */
const print = (line: string) => console.log(`  ${line}`);
/** Seconds the gateway has to come up. */
const READY_TIMEOUT_MS = 30;

async function start(): Promise<void> {
  const begun = performance.now();
  const { env, emulators } = loadEnvironment();
  const config = readConfig(env);
  if (config.port === 0)
    throw new Error('expected a fixed PORT such as 4000, got 0; npm start prints and checks its addresses');
  const taken = await takenPorts([{ port: config.port, name: 'PORT' }]);
  if (taken.length > 0) throw new Error(taken.join('\n'));

  console.log('\nTrivium\n');
  await prepareSites(config, env);
  if (emulators.length > 0) print(`starting the local emulators: ${emulators.join(', ')}`);
  const started = await startEmulators(emulators, env);
  const indexed = config.search.writeKey && !config.production ? indexIfEmpty(env) : undefined;
  const gateway = run('the gateway', ['gateway/main.ts'], { env, output: 'shown' });
  const origin = new URL(
    `http://${/^(0\.0\.0\.0|::)$/.test(config.host) ? '127.0.0.1' : config.host}:${config.port}`,
  ).origin;
  await waitUntilReady(`${origin}/health/ready`, gateway, READY_TIMEOUT_MS);
  await indexed;

  const addresses: [string, string][] = [
    ['app', `${origin}/`],
    ['graph', `${origin}/graphql`],
    ['explorer', `${origin}/explorer/`],
    ...emulators.map((provider): [string, string] => [`${provider} emulator`, emulatorUrl(provider, env)]),
  ];
  console.log(`\n${addresses.map(([name, url]) => `  ${name.padEnd(14)} ${url}`).join('\n')}`);
  console.log(`\n  ready in ${((performance.now() - begun) / 1000).toFixed(1)} s; Ctrl-C ends it\n`);

  for (const emulator of started)
    void emulator.ended.then(({ told, asked }) => {
      if (!asked) console.error(`${emulator.name} ${told}; its fields fail until npm start is run again`);
    });
  const { code, told, asked } = await gateway.ended;
  if (!asked) console.error(`the gateway ${told}`);
  process.exitCode = code;
  await stopAll();
}

async function prepareSites({ production }: Config, env: Environment): Promise<void> {
  if (!production) await buildWeb({ env, say: print });
  const missing = missingBuilds();
  if (missing.length > 0)
    print(`not built, and so not served: ${missing.join(', ')}; npm run build builds them`);
}

stopTogether();
start().catch(async (error: unknown) => {
  console.error(error instanceof Error ? `\n${error.message}` : error);
  await stopAll();
  process.exit(1);
});
