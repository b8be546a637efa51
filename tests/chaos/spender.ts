import { setTimeout as sleep } from 'node:timers/promises';
import { askThrough } from './asking.ts';

/** Somebody with a key who asks for as much as possible. */
export interface Spending {
  /** Points that were used, and those that there were to use. */
  readonly used: number;
  readonly allowed: number;
  /** How often the key was refused for its budget. */
  readonly refused: number;
  end(): Promise<void>;
}

/** Points of a key at once, and a second. */
export interface Budget {
  readonly maximum: number;
  readonly rate: number;
}

const AT_ONCE = 3;
/** Milliseconds before one who was refused, or heard nothing, asks again. */
const PAUSE = 100;

/** Begins to spend through a balancer, with answers that nobody has kept, in which their cost is told. */
export function beginSpending(url: string, key: string, { maximum, rate }: Budget): Spending {
  const begun = performance.now();
  let [used, refused, n] = [0, 0, 0];
  let isOver = false;
  let over = Number.NaN;
  const headers = { authorization: `Bearer ${key}`, 'x-trivium-cost': '1' };
  const spend = async () => {
    while (!isOver) {
      const query = `query Spent${++n} { films(first: 10) { nodes { topics { id } } } }`;
      const answer = await askThrough(url, { query }, { headers }).catch(() => undefined);
      const cost = answer?.body.extensions?.cost?.actualQueryCost;
      if (typeof cost === 'number') used += cost;
      if (answer?.status === 429) refused += 1;
      if (answer?.status !== 200) await sleep(PAUSE);
    }
  };
  const running = Promise.all(Array.from({ length: AT_ONCE }, spend));
  running.catch(() => undefined);
  return {
    get used() {
      return used;
    },
    get allowed() {
      return maximum + (rate * ((Number.isNaN(over) ? performance.now() : over) - begun)) / 1000;
    },
    get refused() {
      return refused;
    },
    async end() {
      isOver = true;
      await running;
      over = performance.now();
    },
  };
}
