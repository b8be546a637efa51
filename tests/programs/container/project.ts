import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Accounts, openAccounts } from '../../integration/doctor/testing/accounts.ts';
import { createGatewayProcess } from '../../support/gatewayProcess.ts';
import { queryGateway, ROOT } from '../../support/stack.ts';
import { parseDockerfile } from './dockerfile.ts';
import { type BuiltStage, runStages } from './runStages.ts';

const MODEL =
  'type Film @document { title: String! @searchable slug: String! @groq(expr: "slug.current") }\n';

/**
 * Builds the image of a project that has only the npm package and a model, and rolls it out with the settings of production: index
 * job, doctor, gateway.
 * @param folder is empty
 * @param log receives each step
 * @throws Error if a step fails or a query has no result
 */
export async function checkProject(folder: string, log: (line: string) => void): Promise<void> {
  const context = createProject(join(folder, 'project'));
  const stages = parseDockerfile(readFileSync(`${ROOT}deploy/project/Dockerfile`, 'utf8'));
  const image = runStages(stages, join(folder, 'stages'), { log, context });
  const accounts = await openAccounts();
  try {
    const env = { ...accounts.env, ...image.env, PUBLIC_URL: 'https://films.example', OPERATOR_PORT: '0' };
    log(`index: ${runCommand(image, ['index'], env).trim().split('\n').at(-1)}`);
    await start(image, env, accounts, log);
  } finally {
    await accounts.close();
  }
}

/** Installs the package of this repository in a new folder, as an adopter does. */
function createProject(folder: string): string {
  mkdirSync(join(folder, 'schema'), { recursive: true });
  execFileSync('npm', ['run', 'package', '--silent'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  const tarball = readdirSync(ROOT).find((name) => /^trivium-[0-9].*\.tgz$/.test(name));
  if (!tarball) throw new Error('expected a file trivium-….tgz of npm run package, got none');
  copyFileSync(`${ROOT}${tarball}`, join(folder, tarball));
  writeFileSync(join(folder, 'schema/film.graphql'), MODEL);
  for (const args of [
    ['init', '-y'],
    ['install', '--omit=optional', '--no-audit', '--no-fund', `./${tarball}`],
  ])
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}

const runCommand = (
  { root, workdir }: BuiltStage,
  args: readonly string[],
  env: Record<string, string>,
): string =>
  execFileSync(process.execPath, ['dist/gateway/cli/trivium.js', ...args], {
    cwd: join(root, workdir),
    env: { ...env, PATH: process.env.PATH },
    encoding: 'utf8',
  });

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
    const { data, errors } = await queryGateway(
      gateway.url,
      '{ search(query: "lorenz") { nodes { __typename } } }',
    );
    if (errors.length > 0 || data.search.nodes.length === 0)
      throw new Error(`expected results of the index, got ${JSON.stringify({ data, errors }).slice(0, 500)}`);
    log(`search: ${data.search.nodes.length} results`);
  } finally {
    await gateway.stop();
  }
}
