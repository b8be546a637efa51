/**
 * `npm run dev` runs Trivium for development. It restarts the gateway when its files or the schema change, updates pages in
 * place, and keeps the contract, the generated types and the explorer in step with their sources.
 */
import type { Config } from '../config/config.ts';
import { type Environment, loadEnvironment } from '../config/environment.ts';
import { readConfig } from '../config/readConfig.ts';
import { buildWeb } from './buildWeb.ts';
import { startEmulators } from './emulators.ts';
import { indexIfEmpty } from './indexIfEmpty.ts';
import {
  findPortConflicts,
  type RunningProcess,
  runProcess,
  startProcess,
  stopAllOnSignal,
  stopAllProcesses,
  waitUntilReady,
} from './processes.ts';
import { watchFiles } from './watchFiles.ts';

/** The port of the app in development. All other ports are those of `npm start`. */
const APP_PORT = 5173;
const READY_TIMEOUT_MS = 30_000;

const print = (line: string) => console.log(`dev: ${line}`);

async function develop(): Promise<void> {
  const { env, emulators } = loadEnvironment();
  const config = readConfig(env);
  if (config.isProduction)
    throw new Error('expected NODE_ENV other than production; use npm start for production');
  const conflicts = await findPortConflicts([{ port: config.port, variable: 'PORT' }]);
  if (conflicts.length > 0) throw new Error(conflicts.join('\n'));

  await buildWeb({ env, print, only: ['explorer'] });
  if (emulators.length > 0) print(`starting emulators: ${emulators.join(', ')}`);
  await startEmulators(emulators, env);
  if (config.search.writeKey) await indexIfEmpty(env);
  const gatewayUrl = `http://127.0.0.1:${config.port}`;
  print('starting the gateway');
  await runGateway(config, env);
  const appUrl = `http://127.0.0.1:${APP_PORT}/`;
  const app = startProcess(
    'the app server',
    ['gateway/cli/devServer.ts', String(APP_PORT), String(config.port)],
    { env: { ...env, NODE_ENV: 'development' }, output: 'inherit' },
  );
  await waitUntilReady(appUrl, app, READY_TIMEOUT_MS);
  watchSources(env);

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
    gateway = startProcess('the gateway', ['gateway/main.ts'], { env, output: 'inherit' });
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
  watchFiles(['web/features'], isGraphQL, async () => {
    await generateTypes();
    print('types updated');
  });
  watchFiles(
    ['web/explorer'],
    () => true,
    async () => void (await buildWeb({ env, print, only: ['explorer'] })),
  );
}

stopAllOnSignal();
develop().catch(async (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  await stopAllProcesses();
  process.exit(1);
});
