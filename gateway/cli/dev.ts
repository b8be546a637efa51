import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Config } from '../config/config.ts';
import { type Environment, loadEnvironment } from '../config/environment.ts';
import { readConfig } from '../config/readConfig.ts';
import { sitesValue } from '../config/sites.ts';
import { isPackage, moduleFile, PACKAGE_ROOT, packageFile } from '../core/packageFiles.ts';
import { buildWeb } from './buildWeb.ts';
import { checkStart } from './checkStart.ts';
import { contractFile } from './contract/files.ts';
import {
  CONTROL_HEADERS,
  describeEmulators,
  emulatorPorts,
  emulatorUrl,
  startEmulators,
} from './emulators.ts';
import { buildIndex, indexIfMissing } from './indexIfMissing.ts';
import {
  type RunningProcess,
  runProcess,
  startProcess,
  waitUntilReady,
  withChildProcesses,
} from './processes.ts';
import { stopWatching, watchFiles } from './watchFiles.ts';

const print = (line: string) => console.log(`dev: ${line}`);

/** Runs Trivium for development until it is stopped. The npm package has no app and no tools of the repository. */
export const develop = (): Promise<void> => withChildProcesses(runAll).finally(stopWatching);

async function runAll(): Promise<void> {
  const { env, declared, emulators } = loadEnvironment();
  const config = readConfig(env, declared);
  if (config.isProduction)
    throw new Error('expected NODE_ENV other than production; use trivium start for production');
  const { sites } = config;
  const hasApp = !isPackage && sites.app;
  await checkStart(config, [
    { host: config.host, port: config.port, variable: 'PORT' },
    ...(hasApp ? [{ host: '127.0.0.1', port: appPort(config), variable: 'PORT' }] : []),
    ...(await emulatorPorts(emulators, env)),
  ]);

  const buildsExplorer = !isPackage && sites.explorer;
  if (buildsExplorer) await buildWeb({ env, print, only: ['explorer'] });
  if (emulators.length > 0) print(describeEmulators(emulators, env));
  await startEmulators(emulators, env);
  if (config.search.writeKey) await indexIfMissing(env);
  print('starting the gateway');
  await runGateway(config, env, hasApp);
  const gatewayUrl = `http://127.0.0.1:${config.port}`;
  const app = hasApp ? await startAppServer(config, env) : undefined;
  watchModel(config, env, hasApp);
  if (hasApp) watchOperations(env);
  if (buildsExplorer) watchExplorer(env);
  if (emulators.includes('content')) watchSeed(config, env);

  const addresses = [
    `GraphQL ${gatewayUrl}/graphql`,
    ...(sites.explorer ? [`explorer ${gatewayUrl}/explorer/`] : []),
  ];
  const pages = app ? [`app ${appUrl(config)}`] : sites.reader ? [`reader ${gatewayUrl}/`] : [];
  print([...pages, ...addresses].join(' · '));
  print('ready; press Ctrl-C to stop');
  // Without the app, only a signal stops the command.
  await (app ? failWhenExited(app) : new Promise(() => undefined));
}

/** 5173, the port of Vite, for the gateway on 4000: each checkout on a machine has a port of its own. */
const appPort = ({ port }: Config): number => port + 1173;
const appUrl = (config: Config): string => `http://127.0.0.1:${appPort(config)}/`;

async function startAppServer(config: Config, env: Environment): Promise<RunningProcess> {
  const app = startProcess(
    'the app server',
    [moduleFile('gateway/cli/devServer'), String(appPort(config)), String(config.port)],
    { env: { ...env, NODE_ENV: 'development' }, output: 'inherit', cwd: PACKAGE_ROOT },
  );
  await waitUntilReady(appUrl(config), app);
  return app;
}

/** @throws Error when a process has exited that was not stopped */
async function failWhenExited({ name, exited }: RunningProcess): Promise<void> {
  const { description, wasRequested } = await exited;
  if (!wasRequested) throw new Error(`${name} ${description}`);
}

/** Starts the gateway, and restarts it when one of its files or the model changes. A faulty model leaves it running. */
async function runGateway(
  { schemaDir, port, sites }: Config,
  env: Environment,
  hasApp: boolean,
): Promise<void> {
  let gateway: RunningProcess;
  const startGateway = () => {
    gateway = startProcess('the gateway', [moduleFile('gateway/main')], {
      // The app server renders the pages of the app, from their sources.
      env: { ...env, ...(hasApp && { SITES: sitesValue({ ...sites, app: false, reader: false }) }) },
      output: 'inherit',
    });
    return waitUntilReady(`http://127.0.0.1:${port}/health/ready`, gateway);
  };
  await startGateway();
  // The contract is written after each change of the model.
  const contract = basename(contractFile(schemaDir));
  const isSource = (path: string) =>
    /\.(ts|graphql)$/.test(path) && !/\.(test|fixture)\.ts$/.test(path) && path !== contract;
  const sources = isPackage ? [] : [packageFile('gateway'), packageFile('schema')];
  watchFiles([...sources, schemaDir], isSource, async () => {
    const check = startProcess('the check', [moduleFile('gateway/cli/modelCheck/validateModel')], {
      env,
      output: 'buffer',
    });
    if ((await check.exited).code !== 0) {
      print('the gateway still serves the model before this change');
      return;
    }
    gateway.process.kill('SIGTERM');
    await gateway.exited;
    await startGateway();
    print('gateway restarted');
  });
}

/** Updates the contract, and the types of the app's operations, when the model changes. */
function watchModel({ schemaDir }: Config, env: Environment, hasApp: boolean): void {
  const core = isPackage ? [] : [packageFile('schema/core')];
  watchFiles([...core, schemaDir], isGraphQL, async () => {
    if (!existsSync(contractFile(schemaDir))) return;
    await runTrivium(['contract'], env);
    if (hasApp) await runTrivium(['codegen'], env);
    print(`${contractFile(schemaDir)} updated`);
  });
}

/** Generates the types of the app's operations when they change. */
function watchOperations(env: Environment): void {
  // The folders of `documents` in codegen.yml.
  const folders = ['features', 'ui', 'figures', 'rich-text', 'server'].map((name) =>
    packageFile(`web/${name}`),
  );
  watchFiles(folders, isGraphQL, async () => {
    await runTrivium(['codegen'], env);
    print('types updated');
  });
}

function watchExplorer(env: Environment): void {
  watchFiles(
    [packageFile('web/explorer')],
    () => true,
    async () => void (await buildWeb({ env, print, only: ['explorer'] })),
  );
}

const isGraphQL = (path: string): boolean => path.endsWith('.graphql');

const runTrivium = (args: readonly string[], env: Environment): Promise<void> =>
  runProcess(`trivium ${args.join(' ')}`, [moduleFile('gateway/cli/trivium'), ...args], {
    env,
    output: 'buffer',
  });

/** Loads the seed into the content emulator again, which discards its edits, and rebuilds the index when the seed changes. */
function watchSeed({ seedDir, search }: Config, env: Environment): void {
  const isContent = (path: string) => /\.(ndjson|tar\.gz|tgz|avif|gif|jpe?g|png|svg|webp)$/.test(path);
  watchFiles(seedDir ? [seedDir] : [], isContent, async () => {
    const response = await fetch(`${emulatorUrl('content', env)}/__emulator/reset`, {
      method: 'POST',
      headers: CONTROL_HEADERS,
    });
    if (!response.ok) {
      const { message } = (await response.json()) as { readonly message: string };
      throw new Error(`the seed was not loaded: ${message}; the emulator still has the earlier one`);
    }
    if (search.writeKey) await buildIndex(env, 'buffer');
    print('seed loaded');
  });
}
