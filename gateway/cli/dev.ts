/**
 * `npm run dev` runs Trivium for development. It restarts the gateway when its files or the schema change, updates pages in
 * place, loads a changed seed into the content emulator, and keeps the contract, the generated types and the explorer in step
 * with their sources.
 */
import type { Config } from '../config/config.ts';
import { type Environment, loadEnvironment } from '../config/environment.ts';
import { readConfig } from '../config/readConfig.ts';
import { buildWeb } from './buildWeb.ts';
import { checkStart } from './checkStart.ts';
import { CONTROL_HEADERS, emulatorPorts, emulatorUrl, startEmulators } from './emulators.ts';
import { indexIfEmpty } from './indexIfEmpty.ts';
import {
  type RunningProcess,
  runProcess,
  startProcess,
  stopAllOnSignal,
  stopAllProcesses,
  waitUntilReady,
} from './processes.ts';
import { watchFiles } from './watchFiles.ts';

const READY_TIMEOUT_MS = 30_000;

const print = (line: string) => console.log(`dev: ${line}`);

async function develop(): Promise<void> {
  const { env, declared, emulators } = loadEnvironment();
  const config = readConfig(env, declared);
  if (config.isProduction)
    throw new Error('expected NODE_ENV other than production; use npm start for production');
  await checkStart(config, [
    { host: config.host, port: config.port, variable: 'PORT' },
    { host: '127.0.0.1', port: config.devAppPort, variable: 'DEV_APP_PORT' },
    ...(await emulatorPorts(emulators, env)),
  ]);

  await buildWeb({ env, print, only: ['explorer'] });
  if (emulators.length > 0) print(`starting emulators: ${emulators.join(', ')}`);
  await startEmulators(emulators, env);
  if (config.search.writeKey) await indexIfEmpty(env);
  const gatewayUrl = `http://127.0.0.1:${config.port}`;
  print('starting the gateway');
  await runGateway(config, env);
  const appUrl = `http://127.0.0.1:${config.devAppPort}/`;
  const app = startProcess(
    'the app server',
    ['gateway/cli/devServer.ts', String(config.devAppPort), String(config.port)],
    { env: { ...env, NODE_ENV: 'development' }, output: 'inherit' },
  );
  await waitUntilReady(appUrl, app, READY_TIMEOUT_MS);
  watchSources(env);
  if (emulators.includes('content')) watchSeed(config, env);

  print(`app ${appUrl} · GraphQL ${gatewayUrl}/graphql · explorer ${gatewayUrl}/explorer/`);
  print('ready; press Ctrl-C to stop');
  const { description, wasRequested } = await app.exited;
  if (!wasRequested) console.error(`the app server ${description}`);
  await stopAllProcesses();
}

/** Starts the gateway, and restarts it when one of its files or the SDL changes. */
async function runGateway({ schemaDir, port }: Config, env: Environment): Promise<void> {
  let gateway: RunningProcess;
  const startGateway = () => {
    gateway = startProcess('the gateway', ['gateway/main.ts', '--without-app'], {
      env,
      output: 'inherit',
    });
    return waitUntilReady(`http://127.0.0.1:${port}/health/ready`, gateway, READY_TIMEOUT_MS);
  };
  await startGateway();
  const isSource = (path: string) => /\.(ts|graphql)$/.test(path) && !/\.(test|fixture)\.ts$/.test(path);
  watchFiles(['gateway', 'schema/core', schemaDir], isSource, async () => {
    gateway.process.kill('SIGTERM');
    await gateway.exited;
    await startGateway();
    print('gateway restarted');
  });
}

/** Regenerates the contract, the types and the explorer when their sources change. */
function watchSources(env: Environment): void {
  const generateTypes = () =>
    runProcess('npm run codegen', ['node_modules/@graphql-codegen/cli/cjs/bin.js', '--silent'], {
      env,
      output: 'buffer',
    });
  const isGraphQL = (path: string) => path.endsWith('.graphql');
  watchFiles(['schema/core', 'schema/model'], isGraphQL, async () => {
    await runProcess('npm run contract', ['gateway/cli/contract.ts'], { env, output: 'buffer' });
    await generateTypes();
    print('contract and types updated');
  });
  // The folders of `documents` in codegen.yml.
  watchFiles(['web/features', 'web/components', 'web/rich-text', 'web/server'], isGraphQL, async () => {
    await generateTypes();
    print('types updated');
  });
  watchFiles(
    ['web/explorer'],
    () => true,
    async () => void (await buildWeb({ env, print, only: ['explorer'] })),
  );
}

/** Loads the seed into the content emulator again, which discards its edits, and rebuilds the index when the seed changes. */
function watchSeed({ seedDir, search }: Config, env: Environment): void {
  const isContent = (path: string) => /\.(ndjson|tar\.gz|tgz|avif|gif|jpe?g|png|svg|webp)$/.test(path);
  watchFiles(seedDir ? [seedDir] : [], isContent, async () => {
    const response = await fetch(`${emulatorUrl('content', env)}/__emulator/reset`, {
      method: 'POST',
      headers: CONTROL_HEADERS,
    });
    if (!response.ok) throw new Error(`the seed was not loaded: ${await response.text()}`);
    if (search.writeKey)
      await runProcess('npm run index', ['gateway/cli/reindex.ts'], { env, output: 'buffer' });
    print('seed loaded');
  });
}

stopAllOnSignal();
develop().catch(async (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  await stopAllProcesses();
  process.exit(1);
});
