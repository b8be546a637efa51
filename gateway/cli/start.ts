/**
 * `npm start` runs all of Trivium on this machine: it builds what is missing or stale, starts a twin for each provider
 * without credentials, fills an empty index, starts the gateway, and prints every address. In a production run
 * (NODE_ENV=production) it starts the gateway alone, over what `npm run build` has prepared.
 */
import type { Config } from '../configuration/config.ts';
import { loadEnvironment } from '../configuration/environment.ts';
import { readConfig } from '../configuration/readConfig.ts';
import { fillIndex } from './fillIndex.ts';
import { type Environment, endAll, endTogether, run, takenPorts, waitUntilReady } from './processes.ts';
import { buildSites, missingSites } from './sites.ts';
import { startTwins, twinUrl } from './twins.ts';

/** Lines of progress while nobody can use anything yet. */
const say = (line: string) => console.log(`  ${line}`);
/** Seconds the gateway has to come up. */
const PATIENCE = 30;

async function start(): Promise<void> {
  const begun = performance.now();
  const { env, twins } = loadEnvironment();
  const config = readConfig(env);
  if (config.port === 0) throw new Error('PORT=0 picks a port nobody is told; expected one such as 4000');
  const taken = await takenPorts([{ port: config.port, name: 'PORT' }]);
  if (taken.length > 0) throw new Error(taken.join('\n'));

  console.log('\nTrivium\n');
  await prepareSites(config, env);
  if (twins.length > 0) say(`starting the local twins: ${twins.join(', ')}`);
  const started = await startTwins(twins, env);
  const indexed = config.search.writeKey && !config.production ? fillIndex(env) : undefined;
  const gateway = run('the gateway', ['gateway/main.ts'], { env, output: 'shown' });
  const origin = new URL(
    `http://${/^(0\.0\.0\.0|::)$/.test(config.host) ? '127.0.0.1' : config.host}:${config.port}`,
  ).origin;
  await waitUntilReady(`${origin}/health/ready`, gateway, PATIENCE);
  await indexed;

  const addresses: [string, string][] = [
    ['app', `${origin}/`],
    ['graph', `${origin}/graphql`],
    ['explorer', `${origin}/explorer/`],
    ...twins.map((provider): [string, string] => [`${provider} twin`, twinUrl(provider, env)]),
  ];
  console.log(`\n${addresses.map(([name, url]) => `  ${name.padEnd(14)} ${url}`).join('\n')}`);
  console.log(`\n  ready in ${((performance.now() - begun) / 1000).toFixed(1)} s; Ctrl-C ends it\n`);

  for (const twin of started)
    void twin.ended.then(({ told, asked }) => {
      if (!asked) console.error(`${twin.name} ${told}; its fields fail until npm start is run again`);
    });
  const { code, told, asked } = await gateway.ended;
  if (!asked) console.error(`the gateway ${told}`);
  process.exitCode = code;
  await endAll();
}

async function prepareSites({ production }: Config, env: Environment): Promise<void> {
  if (!production) await buildSites({ env, say });
  const missing = missingSites();
  if (missing.length > 0)
    say(`not built, and so not served: ${missing.join(', ')}; npm run build builds them`);
}

endTogether();
start().catch(async (error: unknown) => {
  console.error(error instanceof Error ? `\n${error.message}` : error);
  await endAll();
  process.exit(1);
});
