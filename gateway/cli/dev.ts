/**
 * `npm run dev` runs all of Trivium for those who change it: the gateway is started again when its files or the schema
 * change, pages are replaced in place, and contract and generated types follow the schema and the operations.
 */
import { createServer, type ViteDevServer } from 'vite';
import { type Config, loadEnvironment, readConfig } from '../config.ts';
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
import { startTwins } from './twins.ts';
import { whenChanged } from './watching.ts';

/** Where the pages are; the gateway and the twins are where `npm start` has them. */
const APP_PORT = 5173;
const EXPLORER_PORT = 5174;
/** Seconds the gateway has to come up. */
const PATIENCE = 30;

const say = (line: string) => console.log(`dev: ${line}`);

async function develop(): Promise<void> {
  const { env, twins } = loadEnvironment();
  const config = readConfig(env);
  if (config.production)
    throw new Error('expected NODE_ENV to be anything but production, where no twin is started');
  const taken = await takenPorts([{ port: config.port, name: 'PORT' }]);
  if (taken.length > 0) throw new Error(taken.join('\n'));

  await startTwins(twins, env);
  if (config.search.writeKey) await fillIndex(env);
  const gateway = runGateway(config, env);
  await waitUntilReady(`http://127.0.0.1:${config.port}/health/ready`, gateway, PATIENCE);
  followSources(env);

  const servers = [
    await servePages('web/vite.config.ts', APP_PORT, config),
    await servePages('web/explorer/vite.config.ts', EXPLORER_PORT, config),
  ];
  for (const server of servers) server.printUrls();
  say(`the graph is at http://127.0.0.1:${config.port}/graphql; Ctrl-C ends it all`);
  await gateway.ended;
  await endAll();
  await Promise.all(servers.map((server) => server.close()));
}

/** The gateway, started again by Node itself when a file it has imported changes, or the SDL it reads. */
const runGateway = ({ schemaDir }: Config, env: Environment): Running =>
  run(
    'the gateway',
    [
      '--watch',
      '--watch-preserve-output',
      '--watch-path=gateway',
      '--watch-path=schema/core',
      `--watch-path=${schemaDir}`,
      'gateway/main.ts',
    ],
    {
      env,
      output: 'shown',
    },
  );

/** A development server of pages, whose requests for data go on to the gateway. */
async function servePages(
  configFile: string,
  port: number,
  { port: gateway }: Config,
): Promise<ViteDevServer> {
  const graph = `http://127.0.0.1:${gateway}`;
  const server = await createServer({
    configFile,
    // The app's folder holds the explorer's page as well, which has a server of its own.
    optimizeDeps: { entries: ['index.html'] },
    server: { port, proxy: { '/graphql': graph, '/schema.graphql': graph } },
  });
  return server.listen();
}

/** Contract and generated types follow the schema; the generated types of the pages follow their operations. */
function followSources(env: Environment): void {
  const generate = () =>
    runToEnd('codegen', ['node_modules/@graphql-codegen/cli/cjs/bin.js', '--silent'], {
      env,
      output: 'kept',
    });
  const isSdl = (path: string) => path.endsWith('.graphql');
  for (const folder of ['schema/core', 'schema/model'])
    whenChanged(folder, isSdl, async () => {
      await runToEnd('the contract', ['gateway/cli/contract.ts'], { env, output: 'kept' });
      await generate();
      say('contract and types follow the schema');
    });
  whenChanged('web/features', isSdl, async () => {
    await generate();
    say('types follow the operations');
  });
}

endTogether();
develop().catch(async (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  await endAll();
  process.exit(1);
});
