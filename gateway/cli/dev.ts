/**
 * `npm run dev` runs all of Trivium for those who change it: the gateway is started again when its files or the schema
 * change, pages are replaced in place, and the contract, the generated types and the explorer follow their sources.
 */
import type { Config } from '../configuration/config.ts';
import { loadEnvironment } from '../configuration/environment.ts';
import { readConfig } from '../configuration/readConfig.ts';
import { fillIndex } from './fillIndex.ts';
import {
  type Environment,
  endAll,
  endTogether,
  type Running,
  run,
  runToEnd,
  takenPorts,
  waitUntilReady,
} from './processes.ts';
import { buildSites } from './sites.ts';
import { startTwins } from './twins.ts';
import { whenChanged } from './watching.ts';

/** Where the app is while it changes; everything else is where `npm start` has it. */
const APP_PORT = 5173;
/** Seconds a server has to come up. */
const PATIENCE = 30;

const say = (line: string) => console.log(`dev: ${line}`);

async function develop(): Promise<void> {
  const { env, twins } = loadEnvironment();
  const config = readConfig(env);
  if (config.production)
    throw new Error('expected NODE_ENV to be anything but production, where no twin is started');
  const taken = await takenPorts([{ port: config.port, name: 'PORT' }]);
  if (taken.length > 0) throw new Error(taken.join('\n'));

  await buildSites({ env, say, only: ['explorer'] });
  await startTwins(twins, env);
  if (config.search.writeKey) await fillIndex(env);
  const graph = `http://127.0.0.1:${config.port}`;
  await keepGateway(config, env);
  const app = `http://127.0.0.1:${APP_PORT}/`;
  const pages = run('the app', ['gateway/cli/pages.ts', String(APP_PORT), String(config.port)], {
    env: { ...env, NODE_ENV: 'development' },
    output: 'shown',
  });
  await waitUntilReady(app, pages, PATIENCE);
  followSources(env);

  say(`app ${app} · graph ${graph}/graphql · explorer ${graph}/explorer/ · Ctrl-C ends it all`);
  const { told, asked } = await pages.ended;
  if (!asked) console.error(`the app ${told}`);
  await endAll();
}

/** Runs the gateway, and runs it again when a file of it has changed, or the SDL it reads. */
async function keepGateway({ schemaDir, port }: Config, env: Environment): Promise<void> {
  let gateway: Running;
  const begin = () => {
    gateway = run('the gateway', ['gateway/main.ts'], { env, output: 'shown' });
    return waitUntilReady(`http://127.0.0.1:${port}/health/ready`, gateway, PATIENCE);
  };
  await begin();
  const isRead = (path: string) => /\.(ts|graphql)$/.test(path) && !/\.(test|fixture)\.ts$/.test(path);
  whenChanged(['gateway', 'schema/core', schemaDir], isRead, async () => {
    gateway.process.kill('SIGTERM');
    await gateway.ended;
    await begin();
    say('the gateway has been started again');
  });
}

/** Contract and types follow the schema, types follow the app's operations, and the explorer its own files. */
function followSources(env: Environment): void {
  const generate = () =>
    runToEnd('codegen', ['node_modules/@graphql-codegen/cli/cjs/bin.js', '--silent'], {
      env,
      output: 'kept',
    });
  const isSdl = (path: string) => path.endsWith('.graphql');
  whenChanged(['schema/core', 'schema/model'], isSdl, async () => {
    await runToEnd('the contract', ['gateway/cli/contract.ts'], { env, output: 'kept' });
    await generate();
    say('contract and types follow the schema');
  });
  whenChanged(['web/features'], isSdl, async () => {
    await generate();
    say('types follow the operations');
  });
  whenChanged(
    ['web/explorer'],
    () => true,
    async () => void (await buildSites({ env, say, only: ['explorer'] })),
  );
}

endTogether();
develop().catch(async (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  await endAll();
  process.exit(1);
});
