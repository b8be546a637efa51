import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../../reference/generator/chance.ts';
import type { Subject } from '../../support/convergence/gatewayProcess.ts';
import type { RedisServer } from '../../support/redisServer.ts';
import type { Balancer } from './balancer.ts';

/** Something that was done to a part, and how long it took until all was as before. */
export interface Disturbance {
  readonly kind: string;
  readonly from: number;
  /** When it ended, and when the part worked again. */
  ended: number;
  recovered: number;
}

interface DisturbedHouse {
  readonly gateways: readonly Subject[];
  readonly redis: RedisServer;
  readonly balancer: Balancer;
  /** Told that a gateway has ended: whatever it said does not hold for the next. */
  ended(gateway: Subject): void;
  /** Resolves when all gateways say that Redis is back, after they have said that it was away. */
  redisIsBack(): Promise<void>;
}

/** Milliseconds within which a part has to work again. */
const PATIENCE = 30_000;

/**
 * Kills, ends, freezes and restarts gateways and Redis, one after another with pauses and now and then two at once.
 * @param say told each when it begins
 * @returns all of them, of which the last have no end yet while it runs; and how to end it, which waits until all is up
 */
export function disturb(house: DisturbedHouse, chance: Chance, say: (line: string) => void) {
  const { gateways, redis, balancer } = house;
  const all: Disturbance[] = [];
  const stopping = new AbortController();
  const pause = (from: number, to: number) => sleep(chance.between(from, to));
  const working = async (gateway: Subject) => {
    for (const late = performance.now() + PATIENCE; performance.now() < late; await sleep(20))
      if (balancer.isUp(gateway.url)) return;
    throw new Error(`expected ${gateway.url} to be back within ${PATIENCE / 1000} s`);
  };
  const acts: Readonly<Record<string, (done: () => void) => Promise<void>>> = {
    async 'a gateway killed'(done) {
      const gateway = chance.pick(gateways);
      await gateway.kill();
      house.ended(gateway);
      await pause(500, 4_000);
      done();
      await gateway.start();
      await working(gateway);
    },
    async 'a gateway ended and started'(done) {
      const gateway = chance.pick(gateways);
      await gateway.stop();
      house.ended(gateway);
      done();
      await gateway.start();
      await working(gateway);
    },
    async 'a gateway frozen'(done) {
      const gateway = chance.pick(gateways);
      gateway.freeze();
      await pause(500, 6_000);
      gateway.thaw();
      done();
      await working(gateway);
    },
    async 'Redis killed'(done) {
      await redis.kill();
      await pause(300, 4_000);
      const back = house.redisIsBack();
      await redis.start();
      done();
      await back;
    },
    async 'Redis frozen'(done) {
      redis.freeze();
      await pause(1_500, 5_000);
      const back = house.redisIsBack();
      redis.thaw();
      done();
      await back;
    },
  };
  const kinds = Object.keys(acts);
  const act = async (kind: string) => {
    const disturbance: Disturbance = {
      kind,
      from: performance.now(),
      ended: Number.NaN,
      recovered: Number.NaN,
    };
    all.push(disturbance);
    say(kind);
    await (acts[kind] as (done: () => void) => Promise<void>)(() => {
      disturbance.ended = performance.now();
    });
    disturbance.recovered = performance.now();
  };
  const running = (async () => {
    // The first round has each kind once, so that a short run has seen them all.
    const first = kinds.toSorted(() => chance.fraction() - 0.5);
    while (!stopping.signal.aborted) {
      const kind = first.shift() ?? chance.pick(kinds);
      const isPair = first.length === 0 && chance.in(0.25) && !kind.startsWith('Redis');
      await Promise.all([act(kind), ...(isPair ? [act(chance.pick(['Redis killed', 'Redis frozen']))] : [])]);
      await sleep(chance.between(1_000, 5_000), undefined, { signal: stopping.signal }).catch(
        () => undefined,
      );
    }
  })();
  running.catch(() => undefined);
  return {
    all: all as readonly Disturbance[],
    async end() {
      stopping.abort();
      await running;
    },
  };
}

/** Milliseconds between two moments in which nothing was disturbed, nor had just been. @param grace after a recovery */
export function calmBetween(
  from: number,
  to: number,
  disturbances: readonly Disturbance[],
  grace: number,
): number {
  const spans = disturbances
    .map(
      ({ from: begun, recovered }) =>
        [
          Math.max(from, begun),
          Math.min(to, Number.isNaN(recovered) ? Number.POSITIVE_INFINITY : recovered + grace),
        ] as const,
    )
    .filter(([begun, end]) => end > begun)
    .toSorted(([a], [b]) => a - b);
  let calm = 0;
  let at = from;
  for (const [begun, end] of spans) {
    calm += Math.max(0, begun - at);
    at = Math.max(at, end);
  }
  return calm + Math.max(0, to - at);
}
