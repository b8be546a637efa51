import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reindex } from '../../../gateway/cli/reindex.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { Chance } from '../../reference/generator/chance.ts';
import { openHouse } from '../stack.ts';
import { createTurmoil } from './edits.ts';
import { createSubject } from './gatewayProcess.ts';
import { deliverBadly } from './lossyWebhooks.ts';
import { answersOf, QUESTIONS, settle, staleAnswers } from './settle.ts';

/** What is done to a gateway. */
export interface TurmoilOptions {
  readonly edits: number;
  /** How often the gateway is killed, and started again after some more edits. */
  readonly kills: number;
  /** The share of edits that concern captions. */
  readonly captions: number;
  readonly seed: string;
  say?(line: string): void;
}

/** What is left of it. */
export interface Outcome {
  readonly edits: Readonly<Record<string, number>>;
  /** What `npm run index -- --check` says, line by line. */
  readonly check: readonly string[];
  readonly isClean: boolean;
  /** Questions to which the gateway answers otherwise than one that keeps nothing. */
  readonly stale: readonly string[];
  readonly questions: number;
  /** Milliseconds of the edits, and until all was worked off. */
  readonly editing: number;
  readonly settling: number;
}

const DOWN_FOR = 5;

/**
 * Lets a gateway live through edits of every kind, told badly, and through its own deaths; then lets it come to rest,
 * and compares the index with its sources and the answers with those of a gateway that keeps nothing.
 */
export async function runTurmoil(options: TurmoilOptions): Promise<Outcome> {
  const { edits, kills, captions, seed, say = () => undefined } = options;
  const chance = new Chance(seed);
  const house = await openHouse({ env: { CONSUME_CHANGES: 'off', CACHE_TTL: '0' } });
  const stateDir = mkdtempSync(join(tmpdir(), 'trivium-turmoil-'));
  const env = { ...house.env, CONSUME_CHANGES: 'on', CACHE_TTL: '600', STATE_DIR: stateDir };
  const subject = await createSubject(env);
  const turmoil = await createTurmoil(house, chance, { captions });
  try {
    await subject.start();
    await deliverBadly(house.emulators, subject.url);
    const counts: Record<string, number> = {};
    const begun = performance.now();
    let downUntil = 0;
    for (let n = 1; n <= edits; n++) {
      const what = await turmoil.edit();
      counts[what] = (counts[what] ?? 0) + 1;
      // Answers are kept all the time, so that some would be stale if they stayed.
      if (n % 5 === 0 && downUntil === 0) void answersOf(subject.url).catch(() => undefined);
      if (n % Math.ceil(edits / (kills + 1)) === 0) {
        await subject.kill();
        downUntil = n + DOWN_FOR;
      }
      if (n === downUntil || (n === edits && downUntil > 0)) {
        await subject.start();
        downUntil = 0;
      }
      if (n % 500 === 0) say(`${n} edits in ${seconds(performance.now() - begun)}`);
    }
    const edited = performance.now();
    await settle(house.emulators, env);
    const settled = performance.now();
    say(`settled after ${seconds(settled - edited)}`);

    const check: string[] = [];
    const config = readConfig(env);
    const isClean = await reindex(config, { task: 'check', print: (line) => check.push(line) });
    const stale = await staleAnswers(subject.url, { ...house.env, CACHE_TTL: '0', CONSUME_CHANGES: 'off' });
    return {
      edits: counts,
      check,
      isClean,
      stale,
      questions: QUESTIONS.length,
      editing: edited - begun,
      settling: settled - edited,
    };
  } finally {
    await subject.kill();
    await turmoil.close();
    await house.close();
    rmSync(stateDir, { recursive: true });
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
