import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../reference/generator/random.ts';
import type { GatewayProcess } from '../../support/gatewayProcess.ts';
import type { RedisServer } from '../../support/redisServer.ts';
import type { Balancer } from './balancer.ts';

/** A failure of a gateway or of Redis. Times are by `performance.now`, and NaN before the event. */
export interface Disruption {
  readonly kind: string;
  readonly startedAt: number;
  /** The process runs again. */
  endedAt: number;
  /** All gateways work again. */
  recoveredAt: number;
}

interface DisruptionTargets {
  readonly gateways: readonly GatewayProcess[];
  readonly redis: RedisServer;
  readonly balancer: Balancer;
  onGatewayEnded(gateway: GatewayProcess): void;
  /** Resolves when all gateways that logged Redis as unavailable have logged that it is back. */
  waitForRedis(): Promise<void>;
}

const RECOVERY_TIMEOUT_MS = 30_000;
/** Share of the disruptions of a gateway that disrupt Redis at the same time. */
const PAIR_SHARE = 0.25;

/**
 * Kills, stops, pauses and restarts gateways and Redis at random, with pauses between.
 * @param onStart receives the kind of each disruption when it starts
 * @returns the disruptions, and a function that stops after the recovery of the last one
 */
export function startDisruptions(
  targets: DisruptionTargets,
  random: Random,
  onStart: (kind: string) => void,
) {
  const disruptions: Disruption[] = [];
  const stopping = new AbortController();
  const actions = disruptionActions(targets, random);
  const kinds = Object.keys(actions);
  const disrupt = async (kind: string) => {
    const disruption: Disruption = {
      kind,
      startedAt: performance.now(),
      endedAt: Number.NaN,
      recoveredAt: Number.NaN,
    };
    disruptions.push(disruption);
    onStart(kind);
    await (actions[kind] as DisruptionAction)(() => {
      disruption.endedAt = performance.now();
    });
    disruption.recoveredAt = performance.now();
  };
  const running = (async () => {
    // The first round contains each kind once, so that a short run covers all kinds.
    const firstRound = kinds.toSorted(() => random.float() - 0.5);
    while (!stopping.signal.aborted) {
      const kind = firstRound.shift() ?? random.pick(kinds);
      const isPair = firstRound.length === 0 && random.boolean(PAIR_SHARE) && !kind.startsWith('Redis');
      await Promise.all([
        disrupt(kind),
        ...(isPair ? [disrupt(random.pick(['Redis killed', 'Redis paused']))] : []),
      ]);
      await sleep(random.integer(1_000, 5_000), undefined, { signal: stopping.signal }).catch(
        () => undefined,
      );
    }
  })();
  running.catch(() => undefined);
  return {
    disruptions: disruptions as readonly Disruption[],
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Causes a disruption, calls `onEnded` when its cause has ended, and resolves after the recovery. */
type DisruptionAction = (onEnded: () => void) => Promise<void>;

function disruptionActions(
  { gateways, redis, balancer, onGatewayEnded, waitForRedis }: DisruptionTargets,
  random: Random,
): Readonly<Record<string, DisruptionAction>> {
  const pause = (minMs: number, maxMs: number) => sleep(random.integer(minMs, maxMs));
  const waitForGateway = async ({ url }: GatewayProcess) => {
    const deadline = performance.now() + RECOVERY_TIMEOUT_MS;
    for (; performance.now() < deadline; await sleep(20)) if (balancer.isUp(url)) return;
    throw new Error(`expected ${url} to be ready within ${RECOVERY_TIMEOUT_MS / 1000} s`);
  };
  return {
    async 'gateway killed'(onEnded) {
      const gateway = random.pick(gateways);
      await gateway.kill();
      onGatewayEnded(gateway);
      await pause(500, 4_000);
      onEnded();
      await gateway.start();
      await waitForGateway(gateway);
    },
    async 'gateway restarted'(onEnded) {
      const gateway = random.pick(gateways);
      await gateway.stop();
      onGatewayEnded(gateway);
      onEnded();
      await gateway.start();
      await waitForGateway(gateway);
    },
    async 'gateway paused'(onEnded) {
      const gateway = random.pick(gateways);
      gateway.pause();
      await pause(500, 6_000);
      gateway.resume();
      onEnded();
      await waitForGateway(gateway);
    },
    async 'Redis killed'(onEnded) {
      await redis.kill();
      await pause(300, 4_000);
      const recovered = waitForRedis();
      await redis.start();
      onEnded();
      await recovered;
    },
    async 'Redis paused'(onEnded) {
      redis.pause();
      await pause(1_500, 5_000);
      const recovered = waitForRedis();
      redis.resume();
      onEnded();
      await recovered;
    },
  };
}

/**
 * Returns the milliseconds between two times without a disruption.
 * @param recoveryMs time after each recovery that counts as disrupted
 */
export function undisruptedMs(
  from: number,
  to: number,
  disruptions: readonly Disruption[],
  recoveryMs: number,
): number {
  const spans = disruptions
    .map(
      ({ startedAt, recoveredAt }) =>
        [
          Math.max(from, startedAt),
          Math.min(to, Number.isNaN(recoveredAt) ? Number.POSITIVE_INFINITY : recoveredAt + recoveryMs),
        ] as const,
    )
    .filter(([start, end]) => end > start)
    .toSorted(([a], [b]) => a - b);
  let total = 0;
  let position = from;
  for (const [start, end] of spans) {
    total += Math.max(0, start - position);
    position = Math.max(position, end);
  }
  return total + Math.max(0, to - position);
}
