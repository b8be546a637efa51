import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { connectImpatiently } from '../impatientRedis.ts';
import { BUCKET_SCRIPTS } from './bucketScripts.ts';
import { type Buckets, type Budget, secondsUntil } from './budget.ts';
import { createSpareBuckets } from './spareBuckets.ts';

/** Milliseconds between two looks whether Redis is there, and how many gateways there are. */
const BEAT = 300;
/** Milliseconds after which a gateway that has not been heard of is not counted any more. */
const GONE = 5_000;

/** The scripts as commands of the connection. */
type Scripted = Redis & {
  budgetUse(
    bucket: string,
    since: string,
    points: number,
    maximum: number,
    rate: number,
    how: 'take' | 'owe',
  ): Promise<[granted: 0 | 1, available: string]>;
  budgetCount(gateways: string, self: string, gone: number): Promise<number>;
};

interface SharedBucketsOptions {
  readonly url: string;
  /** Names in Redis begin with it; deployments that share a server differ in it. */
  readonly prefix: string;
  /** Told once when Redis goes, and once when it is back. */
  readonly told?: (event: 'lost' | 'back', error?: unknown) => void;
}

/**
 * Budgets that all gateways of a deployment share, in Redis and by its clock. While Redis is away or silent each gateway
 * goes on by itself with its share of them, and tells what was taken meanwhile when Redis is back.
 */
export function createSharedBuckets({ url, prefix, told }: SharedBucketsOptions): Buckets {
  const names = { since: `${prefix}:budgets:since`, gateways: `${prefix}:budgets:gateways` };
  const nameOf = (name: string) => `${prefix}:budget:${name}`;
  const self = randomUUID();
  const redis = connectImpatiently(url, BUCKET_SCRIPTS) as Scripted;
  const spare = createSpareBuckets();
  let gateways = 1;
  let isThere = false;
  let wasTold = true;
  let isClosed = false;
  spare.begin(1);

  const failed = (error: unknown): undefined => {
    if (isThere) spare.begin(1 / gateways);
    isThere = false;
    if (wasTold && !isClosed) told?.('lost', error);
    wasTold = false;
  };
  const use = async (name: string, points: number, budget: Budget, how: 'take' | 'owe') => {
    const { maximum, restoreRate } = budget;
    const [granted, text] = await redis.budgetUse(
      nameOf(name),
      names.since,
      points,
      maximum,
      restoreRate,
      how,
    );
    const available = Number(text);
    if (isThere) spare.heard(name, available, budget);
    return { granted: granted === 1, available };
  };
  const payDebts = () =>
    Promise.all(
      spare.debts().map((debt) =>
        use(debt.name, debt.points, debt.budget, 'owe').catch((error: unknown) => {
          spare.owe(debt);
          throw error;
        }),
      ),
    );

  let isBeating = false;
  const beat = async () => {
    if (isBeating || isClosed || redis.status !== 'ready') return;
    isBeating = true;
    try {
      gateways = Math.max(1, await redis.budgetCount(names.gateways, self, GONE));
      if (!isThere) {
        await payDebts();
        // What was taken while they were paid.
        payDebts().catch(failed);
        isThere = true;
        if (!wasTold) told?.('back');
        wasTold = true;
      }
    } catch (error) {
      failed(error);
    } finally {
      isBeating = false;
    }
  };
  const timer = setInterval(beat, BEAT).unref();
  redis.on('error', failed);
  redis.on('close', () => failed(new Error('the connection was closed')));
  redis.on('ready', () => void beat());

  return {
    async take(name, points, budget) {
      if (!isThere) return spare.take(name, points, budget);
      try {
        const { granted, available } = await use(name, points, budget, 'take');
        return { granted, available, wait: granted ? 0 : secondsUntil(points, available, budget) };
      } catch (error) {
        failed(error);
        return spare.take(name, points, budget);
      }
    },
    giveBack(name, points, budget) {
      if (isThere) use(name, -points, budget, 'owe').catch(failed);
      else spare.giveBack(name, points, budget);
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      redis.disconnect();
    },
  };
}
