/**
 * `npm run container` runs the stages of `deploy/Dockerfile` as scripts in an empty folder, which needs no image registry. It
 * then starts the result against emulators, queries it, and prints sizes, memory and start time.
 * First it does the same with `deploy/project/Dockerfile` in a project with the npm package; `--project` ends after that.
 * `--keep` keeps the folder of the image, and `--image <folder>` measures a kept one again. Exits with 1 if a stage or a query
 * fails, or the image is larger than its limit.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccounts } from '../../integration/doctor/testing/accounts.ts';
import { createGatewayProcess } from '../../support/gatewayProcess.ts';
import { queryGateway, ROOT } from '../../support/stack.ts';
import { peakResidentBytes, residentBytes } from '../load/processFigures.ts';
import { readArguments } from '../load/readArguments.ts';
import { formatTable, type Row } from '../load/table.ts';
import { parseDockerfile } from './dockerfile.ts';
import { checkProject } from './project.ts';
import { type BuiltStage, openStage, runStages } from './runStages.ts';

/** The published size of the base image, which cannot be measured without a registry. */
const BASE_IMAGE_MB = 24;
const MAX_IMAGE_MB = 250;
const STARTS = 3;
const QUERIES = 200;
const BYTES_PER_MB = 1024 * 1024;

const { values: options } = readArguments({
  options: { keep: { type: 'boolean' }, image: { type: 'string' }, project: { type: 'boolean' } },
});
const log = (line: string) => console.log(`\n> ${line}`);
const folder = mkdtempSync(join(tmpdir(), 'trivium-container-'));
try {
  if (!options.image) await checkProject(join(folder, 'npm'), log);
  if (!options.project) await checkRepository();
} finally {
  if (options.keep) console.log(`\nthe folder of the image is in ${folder}`);
  else rmSync(folder, { recursive: true });
}

/** Builds and measures the image of the repository. */
async function checkRepository(): Promise<void> {
  const stages = parseDockerfile(readFileSync(`${ROOT}deploy/Dockerfile`, 'utf8'));
  const image = options.image ? openStage(stages.at(-1), options.image) : runStages(stages, folder, { log });
  const sizes = measureSizes(image);
  const imageMb = Math.round(sizes.reduce((sum, [, megabytes]) => sum + Number(megabytes), 0));
  const starts = await measureStarts(image);
  console.log(`\n${formatTable(['part', 'MB'], [...sizes, ['image', imageMb]])}`);
  console.log(`\n${formatTable(['start', 'ready ms', 'resident MB', 'peak MB'], starts)}`);
  if (imageMb > MAX_IMAGE_MB) {
    console.error(
      `expected an image of at most ${MAX_IMAGE_MB} MB, got ${imageMb}: see its largest packages above`,
    );
    process.exitCode = 1;
  }
}

/** Returns the size of the files of each part of the image, in megabytes. */
function measureSizes({ root }: BuiltStage): readonly Row[] {
  const parts: readonly (readonly [string, string])[] = [
    ['Node', 'usr/local/bin'],
    ['packages', 'app/node_modules'],
    ['compile cache', 'app/.compile-cache'],
    ['built app', 'app/web'],
    ['gateway and model', 'app/dist app/schema'],
    ['documentation and deployment files', 'app/docs app/deploy'],
  ];
  return [
    ['base image (published size)', BASE_IMAGE_MB],
    ...parts.map(([name, paths]): Row => [name, Math.round(bytesOf(root, paths.split(' ')) / BYTES_PER_MB)]),
  ];
}

function bytesOf(root: string, paths: readonly string[]): number {
  return paths
    .flatMap((path) => readdirSync(join(root, path), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** Starts the image several times with the settings of production, and queries it. */
async function measureStarts({ root, workdir, env }: BuiltStage): Promise<readonly Row[]> {
  const accounts = await openAccounts();
  const rows: Row[] = [];
  try {
    for (let i = 1; i <= STARTS; i++) {
      const gateway = await createGatewayProcess(
        {
          ...accounts.env,
          ...env,
          SCHEMA_DIR: 'schema/model',
          SITES: 'app',
          PUBLIC_URL: 'https://films.example',
          LOG_LEVEL: 'warn',
          WORKERS: '1',
          OPERATOR_PORT: '0',
          CONSUME_CHANGES: 'off',
        },
        { cwd: join(root, workdir), script: 'dist/gateway/main.js' },
      );
      const startedAt = performance.now();
      await gateway.start();
      const readyMs = Math.round(performance.now() - startedAt);
      try {
        await query(gateway.url);
        const pid = gateway.pid as number;
        const megabytes = (bytes = 0) => Math.round(bytes / BYTES_PER_MB);
        rows.push([String(i), readyMs, megabytes(residentBytes(pid)), megabytes(peakResidentBytes(pid))]);
      } finally {
        await gateway.stop();
      }
    }
  } finally {
    await accounts.close();
  }
  return rows;
}

/** @throws Error if the graph or the app does not respond as it should */
async function query(url: string): Promise<void> {
  for (let i = 0; i < QUERIES; i++) {
    const { data, errors } = await queryGateway(
      url,
      '{ films(first: 3) { nodes { title video { duration } } } }',
    );
    if (errors.length > 0 || data.films.nodes.length !== 3)
      throw new Error(`expected three films, got ${JSON.stringify({ data, errors }).slice(0, 500)}`);
  }
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  const html = await page.text();
  if (page.status !== 200 || !html.includes('<main'))
    throw new Error(`expected the page of the app, got ${page.status}: ${html.slice(0, 200)}`);
}
