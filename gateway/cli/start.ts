/**
 * `npm start` runs all of Trivium on this machine: it builds what is missing or stale, starts a twin for each provider
 * without credentials, fills an empty index, starts the gateway, and prints every address. In a production run
 * (NODE_ENV=production) it starts the gateway alone, over what `npm run build` has prepared.
 */
import { ConfigError, loadEnvironment, readConfig } from '../config.ts';
import {
  endAll,
  endWithSignals,
  type Running,
  run,
  runToEnd,
  takenPorts,
  waitUntilReady,
} from './processes.ts';
import { buildSites } from './sites.ts';
import { startTwins, twinUrl } from './twins.ts';

/** Lines of progress while nobody can use anything yet. */
const say = (line: string) => console.log(`  ${line}`);

async function start(): Promise<void> {
  const begun = performance.now();
  const { env, twins } = loadEnvironment();
  const config = readConfig(env);
  const taken = await takenPorts([{ port: config.port, name: 'PORT' }]);
  if (taken.length > 0) throw new Error(taken.join('\n'));

  console.log('\nTrivium\n');
  if (!config.production) await buildSites(env, say);
  if (twins.length > 0) say(`starting the local twins: ${twins.join(', ')}`);
  const started: Running[] = await startTwins(twins, env);
  if (config.search.writeKey && !config.production)
    await runToEnd('the index', ['gateway/cli/reindex.ts', '--if-empty'], { env, output: 'shown' });
  const gateway = run('the gateway', ['gateway/main.ts'], { env, output: 'shown' });
  const origin = `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${config.port}`;
  await waitUntilReady(`${origin}/health/ready`, gateway, 30);

  const addresses: [string, string][] = [
    ['app', `${origin}/`],
    ['graph', `${origin}/graphql`],
    ['explorer', `${origin}/explorer/`],
    ...twins.map((provider): [string, string] => [`${provider} twin`, twinUrl(provider, env)]),
  ];
  console.log(`\n${addresses.map(([name, url]) => `  ${name.padEnd(14)} ${url}`).join('\n')}`);
  console.log(`\n  ready in ${((performance.now() - begun) / 1000).toFixed(1)} s; Ctrl-C ends it\n`);

  for (const twin of started)
    void twin.ended.then((code) =>
      console.error(`${twin.name} ended with ${code}; its fields fail until it is started again`),
    );
  process.exitCode = await gateway.ended;
  await endAll();
}

endWithSignals();
start().catch(async (error: unknown) => {
  const isTold = error instanceof ConfigError || error instanceof Error;
  console.error(isTold ? `\n${(error as Error).message}` : error);
  await endAll();
  process.exit(1);
});
