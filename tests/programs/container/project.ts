import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Accounts, openAccounts } from '../../integration/doctor/testing/accounts.ts';
import { createGatewayProcess } from '../../support/gatewayProcess.ts';
import { queryGateway, ROOT } from '../../support/stack.ts';
import { parseDockerfile } from './dockerfile.ts';
import { type BuiltStage, runStages } from './runStages.ts';

const MODEL =
  'type Film @document { title: String! @searchable slug: String! @groq(expr: "slug.current") }\n';
const QUERY = `{
  search(query: "lorenz") { nodes { ... on Film { title slug } } }
  films(first: 2) { nodes { title } }
}`;

/**
 * Builds the image of a project that has only the npm package and a model, and rolls it out as the documentation says, with the
 * settings of production and secrets of its own: indexes, doctor, gateway.
 * @param folder is empty
 * @param log receives each step
 * @throws Error if a step fails or a query has no result
 */
export async function checkProject(folder: string, log: (line: string) => void): Promise<void> {
  const context = createProject(join(folder, 'project'), log);
  const dockerfile = readFileSync(join(context, 'node_modules/trivium/deploy/project/Dockerfile'), 'utf8');
  const image = runStages(parseDockerfile(dockerfile), join(folder, 'stages'), { log, context });
  const accounts = await openAccounts();
  try {
    // The emulators accept no webhooks to other machines, so changes come from live events.
    const { SANITY_WEBHOOK_SECRET, MUX_WEBHOOK_SECRET, ...secrets } = accounts.env;
    const env = {
      ...secrets,
      ...image.env,
      PUBLIC_URL: 'https://films.example',
      OPERATOR_PORT: '0',
      SITES: 'reader',
    };
    for (const args of [['index', '--if-missing'], ['doctor']])
      log(`${args.join(' ')}\n${await runCommand(image, args, env)}`);
    await start(image, env, accounts, log);
  } finally {
    await accounts.close();
  }
}

/** Installs the package of this repository in a new folder, as an adopter does. */
function createProject(folder: string, log: (line: string) => void): string {
  log('npm run package');
  mkdirSync(join(folder, 'schema'), { recursive: true });
  execFileSync('npm', ['run', 'package', '--silent'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  const tarball = readdirSync(ROOT).find((name) => /^trivium-[0-9].*\.tgz$/.test(name));
  if (!tarball) throw new Error('expected a file trivium-….tgz of npm run package, got none');
  copyFileSync(`${ROOT}${tarball}`, join(folder, tarball));
  writeFileSync(join(folder, 'schema/film.graphql'), MODEL);
  for (const args of [
    ['init', '-y'],
    ['install', '--omit=optional', '--no-audit', '--no-fund', `./${tarball}`],
  ]) {
    log(`npm ${args.join(' ')}`);
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return folder;
}

/** Runs a command of the image; the emulators of this process respond meanwhile. @throws Error if it fails */
async function runCommand(
  { root, workdir }: BuiltStage,
  args: readonly string[],
  env: Record<string, string>,
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['dist/gateway/cli/trivium.js', ...args], {
    cwd: join(root, workdir),
    env: { ...env, PATH: process.env.PATH, NO_PROXY: '127.0.0.1,localhost' },
  });
  return stdout.trimEnd();
}

async function start(
  { root, workdir }: BuiltStage,
  env: Record<string, string>,
  { emulators }: Accounts,
  log: (line: string) => void,
): Promise<void> {
  const settings = { ...env, WORKERS: '1', LOG_LEVEL: 'warn', ALGOLIA_HOST: emulators.search.url };
  const gateway = await createGatewayProcess(settings, {
    cwd: join(root, workdir),
    script: 'dist/gateway/main.js',
  });
  await gateway.start();
  try {
    const { data, errors } = await queryGateway(gateway.url, QUERY);
    if (errors.length > 0 || data.search.nodes.length === 0 || data.films.nodes.length !== 2)
      throw new Error(`expected results of the index, got ${JSON.stringify({ data, errors }).slice(0, 500)}`);
    log(`search and query: ${JSON.stringify(data)}`);
    const page = await fetch(gateway.url, { headers: { accept: 'text/html' } });
    const html = await page.text();
    if (page.status !== 200 || !html.includes('<main'))
      throw new Error(`expected the page of the reader, got ${page.status}: ${html.slice(0, 200)}`);
    log('reader: 200');
  } finally {
    await gateway.stop();
  }
}
