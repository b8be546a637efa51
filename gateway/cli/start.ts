import type { Config } from '../config/config.ts';
import { type Environment, loadEnvironment } from '../config/environment.ts';
import { localUrlHost } from '../config/formats.ts';
import { readConfig } from '../config/readConfig.ts';
import { absentSites } from '../config/sites.ts';
import { PROVIDERS } from '../core/errors.ts';
import { isPackage, moduleFile, packageFile } from '../core/packageFiles.ts';
import { publicContent } from '../graphql/schema/scopes/publicContent.ts';
import { buildWeb, missingBuilds } from './buildWeb.ts';
import { checkStart } from './checkStart.ts';
import { describeEmulators, emulatorPorts, emulatorUrl, startEmulators } from './emulators.ts';
import { indexIfMissing } from './indexIfMissing.ts';
import { startProcess, waitUntilReady, withChildProcesses } from './processes.ts';

const print = (line: string) => console.log(`  ${line}`);

/**
 * Runs Trivium on this machine until it is stopped: builds missing or stale web bundles, starts an emulator for each provider
 * without credentials, fills an empty search index, starts the gateway, and prints every URL.
 * With NODE_ENV=production it only starts the gateway, with the bundles that are built.
 */
export const start = (): Promise<void> => withChildProcesses(runAll);

async function runAll(): Promise<void> {
  const startedAt = performance.now();
  const { env, declared, emulators } = loadEnvironment();
  const config = readConfig(env, declared);
  const { host, port, operatorPort } = config;
  const model = await checkStart(config, [
    { host, port, variable: 'PORT' },
    ...(operatorPort ? [{ host, port: operatorPort, variable: 'OPERATOR_PORT' }] : []),
    ...(await emulatorPorts(emulators, env)),
  ]);

  console.log('\nTrivium\n');
  print(publicContent(model, config.access));
  await prepareWebBundles(config, env);
  const absent = PROVIDERS.filter((provider) => !config.providers.includes(provider));
  if (absent.length > 0) print(`not in the schema (PROVIDERS): ${absent.join(', ')}`);
  const unserved = absentSites(config.sites);
  if (unserved.length > 0) print(`not served (SITES): ${unserved.join(', ')}`);
  if (emulators.length > 0) print(describeEmulators(emulators, env));
  const startedEmulators = await startEmulators(emulators, env);
  const indexed = config.search.writeKey && !config.isProduction ? indexIfMissing(env) : undefined;
  print('starting the gateway');
  // Flags of Node, such as a limit of the heap, are for the gateway.
  const gateway = startProcess('the gateway', [...process.execArgv, moduleFile('gateway/main')], {
    env,
    output: 'inherit',
  });
  const origin = localOrigin(host, port);
  await waitUntilReady(`${origin}/health/ready`, gateway);
  await indexed;
  if (gateway.process.killed) return;

  const urls: [string, string][] = [
    ...(await siteUrls(config, origin)),
    ...(operatorPort ? [['metrics', `${localOrigin(host, operatorPort)}/metrics`] as [string, string]] : []),
    ...emulators.map((provider): [string, string] => [`${provider} emulator`, emulatorUrl(provider, env)]),
  ];
  console.log(`\n${urls.map(([name, url]) => `  ${name.padEnd(16)} ${url}`).join('\n')}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`\n  ready in ${seconds} s; press Ctrl-C to stop\n`);

  for (const { name, exited } of startedEmulators)
    void exited.then(({ description, wasRequested }) => {
      if (!wasRequested) console.error(`${name} ${description}; start again to run it`);
    });
  const { code, description, wasRequested } = await gateway.exited;
  if (!wasRequested) console.error(`the gateway ${description}`);
  process.exitCode = code;
}

/** Returns the names and addresses of the API and of the sites that are served. */
async function siteUrls({ sites }: Config, origin: string): Promise<[string, string][]> {
  const pages = sites.app && (await servesApp(origin)) ? 'app' : sites.reader && 'reader';
  return [
    ...(pages ? [[pages, `${origin}/`] as [string, string]] : []),
    ['GraphQL', `${origin}/graphql`],
    ...(sites.explorer ? [['explorer', `${origin}/explorer/`] as [string, string]] : []),
    ...(sites.docs ? [['documentation', `${origin}/docs`] as [string, string]] : []),
    ...(sites.mcp ? [['MCP', `${origin}/mcp`] as [string, string]] : []),
  ];
}

/** Returns whether the gateway serves the app: its icon is a file that every build has. */
async function servesApp(origin: string): Promise<boolean> {
  const { ok } = await fetch(`${origin}/favicon.svg`, { method: 'HEAD' });
  return ok;
}

/** Returns the origin of a port for this machine. */
const localOrigin = (host: string, port: number): string =>
  new URL(`http://${localUrlHost(host)}:${port}`).origin;

async function prepareWebBundles(config: Config, env: Environment): Promise<void> {
  // The npm package has the explorer and the overlays, and they are built.
  if (isPackage) return;
  const { isProduction, sites, schemaDir } = config;
  const needsOverlays = sites.reader && !(sites.app && schemaDir === packageFile('schema/model'));
  const needed: readonly string[] = [
    ...(['app', 'explorer'] as const).filter((name) => sites[name]),
    ...(needsOverlays ? ['overlays'] : []),
  ];
  if (needed.length === 0) return;
  if (!isProduction) await buildWeb({ env, print, only: needed });
  const missing = missingBuilds().filter((name) => needed.some((each) => each === name));
  if (missing.length > 0)
    print(`not built, so not served: ${missing.join(', ')}; run npm run build to build`);
}
