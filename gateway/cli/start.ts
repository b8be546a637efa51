/**
 * `npm start` runs Trivium on this machine: it checks the configuration, the ports and the model, builds missing or stale web
 * bundles, starts an emulator for each provider without credentials, fills an empty search index, starts the gateway, and
 * prints every URL.
 * With NODE_ENV=production it only checks, and starts the gateway with the bundles of `npm run build`.
 */
import type { Config } from '../config/config.ts';
import { type Environment, loadEnvironment } from '../config/environment.ts';
import { localUrlHost } from '../config/formats.ts';
import { readConfig } from '../config/readConfig.ts';
import { buildWeb, missingBuilds } from './buildWeb.ts';
import { checkStart } from './checkStart.ts';
import { emulatorPorts, emulatorUrl, startEmulators } from './emulators.ts';
import { indexIfEmpty } from './indexIfEmpty.ts';
import { startProcess, stopAllOnSignal, stopAllProcesses, waitUntilReady } from './processes.ts';

const READY_TIMEOUT_MS = 30_000;

const print = (line: string) => console.log(`  ${line}`);

async function start(): Promise<void> {
  const startedAt = performance.now();
  const { env, declared, emulators } = loadEnvironment();
  const config = readConfig(env, declared);
  const { host, port, operatorPort } = config;
  await checkStart(config, [
    { host, port, variable: 'PORT' },
    ...(operatorPort ? [{ host, port: operatorPort, variable: 'OPERATOR_PORT' }] : []),
    ...(await emulatorPorts(emulators, env)),
  ]);

  console.log('\nTrivium\n');
  await prepareWebBundles(config, env);
  if (emulators.length > 0) print(`starting emulators: ${emulators.join(', ')}`);
  const startedEmulators = await startEmulators(emulators, env);
  const indexed = config.search.writeKey && !config.isProduction ? indexIfEmpty(env) : undefined;
  print('starting the gateway');
  // Flags of Node, such as a limit of the heap, are for the gateway.
  const gateway = startProcess('the gateway', [...process.execArgv, 'gateway/main.ts'], {
    env,
    output: 'inherit',
  });
  const origin = localOrigin(host, port);
  await waitUntilReady(`${origin}/health/ready`, gateway, READY_TIMEOUT_MS);
  await indexed;

  const urls: [string, string][] = [
    ['app', `${origin}/`],
    ['GraphQL', `${origin}/graphql`],
    ['explorer', `${origin}/explorer/`],
    ...(operatorPort ? [['metrics', `${localOrigin(host, operatorPort)}/metrics`] as [string, string]] : []),
    ...emulators.map((provider): [string, string] => [`${provider} emulator`, emulatorUrl(provider, env)]),
  ];
  console.log(`\n${urls.map(([name, url]) => `  ${name.padEnd(16)} ${url}`).join('\n')}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`\n  ready in ${seconds} s; press Ctrl-C to stop\n`);

  for (const { name, exited } of startedEmulators)
    void exited.then(({ description, wasRequested }) => {
      if (!wasRequested) console.error(`${name} ${description}; restart npm start to run it again`);
    });
  const { code, description, wasRequested } = await gateway.exited;
  if (!wasRequested) console.error(`the gateway ${description}`);
  process.exitCode = code;
  await stopAllProcesses();
}

/** Returns the origin of a port for this machine. */
const localOrigin = (host: string, port: number): string =>
  new URL(`http://${localUrlHost(host)}:${port}`).origin;

async function prepareWebBundles({ isProduction }: Config, env: Environment): Promise<void> {
  if (!isProduction) await buildWeb({ env, print });
  const missing = missingBuilds();
  if (missing.length > 0)
    print(`not built, so not served: ${missing.join(', ')}; run npm run build to build`);
}

stopAllOnSignal();
start().catch(async (error: unknown) => {
  console.error(error instanceof Error ? `\n${error.message}` : error);
  await stopAllProcesses();
  process.exit(1);
});
