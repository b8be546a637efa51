import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reindex } from '../../../gateway/cli/searchIndex/reindex.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { Random } from '../../reference/generator/random.ts';
import { createGatewayProcess } from '../gatewayProcess.ts';
import { startStack } from '../stack.ts';
import { connectLossyWebhooks } from './lossyWebhooks.ts';
import { createRandomEditor } from './randomEditor.ts';
import { findStaleQueries, QUERIES, responsesOf, settle } from './settle.ts';

/** The load on the gateway. */
export interface ScenarioOptions {
  readonly edits: number;
  /** The number of times that the gateway is killed. It is started again some edits later. */
  readonly kills: number;
  /** The share of edits that change captions. */
  readonly captions: number;
  readonly seed: string;
  onProgress?(line: string): void;
}

export interface ScenarioResult {
  /** The number of edits by their kind. */
  readonly edits: Readonly<Record<string, number>>;
  /** The output of `trivium index --check`, line by line. */
  readonly check: readonly string[];
  readonly isClean: boolean;
  /** Queries to which the gateway responds otherwise than one without a cache. */
  readonly staleQueries: readonly string[];
  readonly queryCount: number;
  /** Duration of the edits. */
  readonly editMs: number;
  /** Time from the last edit until all work was done. */
  readonly settleMs: number;
}

const DOWN_FOR_EDITS = 5;

/**
 * Runs a gateway through random edits, faulty webhooks and crashes. When all work is done, compares the search indexes
 * with their sources and the responses with those of a gateway without a cache.
 */
export async function runScenario(options: ScenarioOptions): Promise<ScenarioResult> {
  const { edits, kills, captions, seed, onProgress = () => undefined } = options;
  const random = new Random(seed);
  const stack = await startStack({ env: { CONSUME_CHANGES: 'off', CACHE_TTL: '0' } });
  const stateDir = mkdtempSync(join(tmpdir(), 'trivium-convergence-'));
  const env = { ...stack.env, CONSUME_CHANGES: 'on', CACHE_TTL: '600', STATE_DIR: stateDir };
  const gateway = await createGatewayProcess(env);
  const randomEditor = await createRandomEditor(stack, random, { captions });
  try {
    await gateway.start();
    await connectLossyWebhooks(stack.emulators, gateway.url);
    const counts: Record<string, number> = {};
    const begun = performance.now();
    let downUntil = 0;
    const editsBetweenKills = Math.ceil(edits / (kills + 1));
    for (let n = 1; n <= edits; n++) {
      const what = await randomEditor.edit();
      counts[what] = (counts[what] ?? 0) + 1;
      // Responses are cached all the time, so that a missed invalidation leaves some of them stale.
      if (n % 5 === 0 && downUntil === 0) void responsesOf(gateway.url).catch(() => undefined);
      if (n % editsBetweenKills === 0 && n < edits) {
        await gateway.kill();
        downUntil = n + DOWN_FOR_EDITS;
      }
      if (n === downUntil || (n === edits && downUntil > 0)) {
        await gateway.start();
        downUntil = 0;
      }
      if (n % 500 === 0) onProgress(`${n} edits in ${seconds(performance.now() - begun)}`);
    }
    const edited = performance.now();
    await settle(stack.emulators, env);
    const settled = performance.now();
    onProgress(`settled after ${seconds(settled - edited)}`);

    const check: string[] = [];
    const config = readConfig(env);
    const isClean = await reindex(config, { task: 'check', print: (line) => check.push(line) });
    const staleQueries = await findStaleQueries(gateway.url, {
      ...stack.env,
      CACHE_TTL: '0',
      CONSUME_CHANGES: 'off',
    });
    return {
      edits: counts,
      check,
      isClean,
      staleQueries,
      queryCount: QUERIES.length,
      editMs: edited - begun,
      settleMs: settled - edited,
    };
  } finally {
    await gateway.kill();
    await randomEditor.close();
    await stack.close();
    rmSync(stateDir, { recursive: true });
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
