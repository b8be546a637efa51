/**
 * `npm run dev` runs all of Trivium for those who change it: the gateway is started again when its files or the schema
 * change, pages are replaced in place, and the contract, the generated types and the explorer follow their sources.
 */
import type { Config } from '../config/config.ts';
import { loadEnvironment } from '../config/environment.ts';
import { readConfig } from '../config/readConfig.ts';
import { buildWeb } from './buildWeb.ts';
import { startEmulators } from './emulators.ts';
import { indexIfEmpty } from './indexIfEmpty.ts';
import {
  type Environment,
  type Running,
  run,
  runToEnd,
  stopAll,
  stopTogether,
  takenPorts,
  waitUntilReady,
} from './processes.ts';
import { watchFiles } from './watchFiles.ts';

/** Where the app is while it changes; everything else is where `npm start` has it. */
const APP_PORT = 5173;
/** Seconds a server has to come up. */
const READY_TIMEOUT_MS = 30;

const print = (line: string) => console.log(`dev: ${line}`);

async function develop(): Promise<void> {
  const { env, emulators } = loadEnvironment();
  const config = readConfig(env);
  if (config.production)
    throw new Error('expected NODE_ENV to be anything but production, where no emulator is started');
  const taken = await takenPorts([{ port: config.port, name: 'PORT' }]);
  if (taken.length > 0) throw new Error(taken.join('\n'));

  await buildWeb({ env, say: print, only: ['explorer'] });
  await startEmulators(emulators, env);
  if (config.search.writeKey) await indexIfEmpty(env);
  const graph = `http://127.0.0.1:${config.port}`;
  await runGateway(config, env);
  const app = `http://127.0.0.1:${APP_PORT}/`;
  const pages = run('the app', ['gateway/cli/devServer.ts', String(APP_PORT), String(config.port)], {
    env: { ...env, NODE_ENV: 'development' },
    output: 'shown',
  });
  await waitUntilReady(app, pages, READY_TIMEOUT_MS);
  watchSources(env);

  print(`app ${app} · graph ${graph}/graphql · explorer ${graph}/explorer/ · Ctrl-C ends it all`);
  const { told, asked } = await pages.ended;
  if (!asked) console.error(`the app ${told}`);
  await stopAll();
}

/** Runs the gateway, and runs it again when a file of it has changed, or the SDL it reads. */
async function runGateway({ schemaDir, port }: Config, env: Environment): Promise<void> {
  let gateway: Running;
  const begin = () => {
    gateway = run('the gateway', ['gateway/main.ts'], { env, output: 'shown' });
    return waitUntilReady(`http://127.0.0.1:${port}/health/ready`, gateway, READY_TIMEOUT_MS);
  };
  await begin();
  const isRead = (path: string) => /\.(ts|graphql)$/.test(path) && !/\.(test|fixture)\.ts$/.test(path);
  watchFiles(['gateway', 'schema/core', schemaDir], isRead, async () => {
    gateway.process.kill('SIGTERM');
    await gateway.ended;
    await begin();
    print('the gateway has been started again');
  });
}

/** Contract and types follow the schema, types follow the app's operations, and the explorer its own files. */
function watchSources(env: Environment): void {
  const generate = () =>
    runToEnd('codegen', ['node_modules/@graphql-codegen/cli/cjs/bin.js', '--silent'], {
      env,
      output: 'kept',
    });
  const isSdl = (path: string) => path.endsWith('.graphql');
  watchFiles(['schema/core', 'schema/model'], isSdl, async () => {
    await runToEnd('the contract', ['gateway/cli/contract.ts'], { env, output: 'kept' });
    await generate();
    print('contract and types follow the schema');
  });
  watchFiles(['web/features'], isSdl, async () => {
    await generate();
    print('types follow the operations');
  });
  watchFiles(
    ['web/explorer'],
    () => true,
    async () => void (await buildWeb({ env, say: print, only: ['explorer'] })),
  );
}

stopTogether();
develop().catch(async (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  await stopAll();
  process.exit(1);
});
