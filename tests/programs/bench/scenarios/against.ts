import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GatewayProcess } from '../../../support/gatewayProcess.ts';
import { type RawRequest, rawRequest } from '../../../support/rawRequest.ts';
import { ROOT } from '../../../support/stack.ts';
import { median } from '../../load/quantile.ts';
import type { Row } from '../../load/table.ts';
import { BROTLI, CACHED, PAGES, RENDERED, RESPONSE, renderedPage } from './cachedScenarios.ts';
import { filmsRequest, prepareResponses } from './filmsOperation.ts';
import { DOCUMENTS, EXECUTION, UPSTREAM_CALLS, UPSTREAM_DELAY_MS } from './graphScenarios.ts';
import { type Load, measure, type Target } from './measure.ts';
import type { Table } from './report.ts';
import { startServers } from './servers.ts';

/** Below this speed, in relation to the commit, a scenario counts as slower. Two runs of one commit differ by less. */
const MIN_SPEED = 0.95;
/** Earlier commits may have no bundle. */
const SOURCES = 'gateway/main.ts';
/** CPU time is known in steps of 10 ms, so a round takes several hundred milliseconds. */
const CACHED_REQUESTS = 8000;
const RENDERED_REQUESTS = 300;

interface Scenario {
  readonly title: string;
  readonly load: Load;
  readonly request: Target['request'];
  readonly status?: number;
}

/**
 * Measures the speed of the working tree in relation to a commit, in alternating rounds.
 * @param groups some of `cached`, `execution`, `upstream`; others are not compared
 */
export async function measureAgainst(
  commit: string,
  rounds: number,
  groups: readonly string[],
): Promise<{ readonly table: Table; readonly isSlower: boolean }> {
  using worktree = checkOut(commit);
  for (const folder of [worktree.path, ROOT]) buildApp(folder);
  const rows: Row[] = [];
  let isSlower = false;
  const compare = async (servers: readonly [GatewayProcess, GatewayProcess], scenario: Scenario) => {
    const { title, load, request, status = 200 } = scenario;
    const targets = servers.map((server): Target => ({ name: title, server, request, status }));
    const [before, after] = await measure(targets, { ...load, requestsPerSecond: 0 }, rounds);
    if (!before || !after) throw new Error('expected figures of two servers');
    const speed = median(before.cpuMsOfRounds.map((ms, round) => ms / (after.cpuMsOfRounds[round] ?? ms)));
    isSlower ||= speed < MIN_SPEED;
    rows.push([title, before.cpuMs.toFixed(3), after.cpuMs.toFixed(3), `${speed.toFixed(2)} ×`]);
  };
  if (groups.includes('cached')) await compareCached(worktree.path, compare);
  if (groups.includes('execution')) await compareExecution(worktree.path, compare);
  if (groups.includes('upstream')) await compareUpstreamCalls(worktree.path, compare);
  const columns = ['scenario', `CPU ms of ${commit}`, 'CPU ms', `speed, at least ${MIN_SPEED} ×`];
  return { table: { title: `Compared with ${commit}`, columns, rows }, isSlower };
}

type Compare = (servers: readonly [GatewayProcess, GatewayProcess], scenario: Scenario) => Promise<void>;

async function compareCached(folder: string, compare: Compare): Promise<void> {
  const servers = await startServers();
  try {
    const env = { CACHE_TTL: '3600' };
    const pair = [
      await servers.startTrivium(env, { script: SOURCES, cwd: folder }),
      await servers.startTrivium(env, { script: SOURCES }),
    ] as const;
    const load = { ...CACHED, requests: CACHED_REQUESTS };
    const { headers } = await rawRequest(pair[1].url, RESPONSE);
    const conditional: RawRequest = { ...RESPONSE, headers: { 'if-none-match': String(headers.etag) } };
    await compare(pair, { title: 'cached response', load, request: () => RESPONSE });
    await compare(pair, { title: 'cached response, 304', load, request: () => conditional, status: 304 });
    for (const { path } of PAGES)
      await compare(pair, { title: `cached page ${path}`, load, request: () => ({ path, headers: BROTLI }) });
    const rendered = { ...RENDERED, requests: RENDERED_REQUESTS };
    for (const { path } of PAGES)
      await compare(pair, { title: `rendered page ${path}`, load: rendered, request: renderedPage(path) });
  } finally {
    await servers.close();
  }
}

const compareExecution = (folder: string, compare: Compare): Promise<void> =>
  compareFilms(folder, { ttlSeconds: 3600, delayMs: 0 }, (servers) =>
    compare(servers, { title: 'graph execution', load: EXECUTION, request: filmsRequest }),
  );

const compareUpstreamCalls = (folder: string, compare: Compare): Promise<void> =>
  compareFilms(folder, { ttlSeconds: 0, delayMs: UPSTREAM_DELAY_MS }, (servers) =>
    compare(servers, { title: 'upstream calls', load: UPSTREAM_CALLS, request: filmsRequest }),
  );

async function compareFilms(
  folder: string,
  { ttlSeconds, delayMs }: { readonly ttlSeconds: number; readonly delayMs: number },
  compare: (servers: readonly [GatewayProcess, GatewayProcess]) => Promise<void>,
): Promise<void> {
  const servers = await startServers(DOCUMENTS);
  try {
    const { url } = await servers.startReplay(servers.stack.emulators.content.url, {
      DELAY_MS: String(delayMs),
    });
    const env = { SANITY_API_HOST: url, CACHE_TTL: String(ttlSeconds) };
    const pair = [
      await servers.startTrivium(env, { script: SOURCES, cwd: folder }),
      await servers.startTrivium(env, { script: SOURCES }),
    ] as const;
    // The data of the two may differ.
    for (const server of pair) await prepareResponses([server]);
    await compare(pair);
  } finally {
    await servers.close();
  }
}

/** Checks a commit out into a folder of its own, with the packages of this one. */
function checkOut(commit: string): Disposable & { readonly path: string } {
  const path = join(mkdtempSync(join(tmpdir(), 'trivium-against-')), 'repository');
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  git('worktree', 'add', '--detach', path, commit);
  symlinkSync(join(ROOT, 'node_modules'), join(path, 'node_modules'));
  return {
    path,
    [Symbol.dispose]() {
      git('worktree', 'remove', '--force', path);
      rmSync(join(path, '..'), { recursive: true });
    },
  };
}

/** Builds the app of a repository, if it has changed. */
const buildApp = (cwd: string): void => {
  const args = ['gateway/cli/trivium.ts', 'build', 'app', '--if-changed'];
  execFileSync(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
};
