import type { RateLimit } from '../../config/formats.ts';
import { type Channel, defineMethod } from '../cluster/channel.ts';
import type { BucketStore, TakeResult } from './tokenBucket.ts';

/** The arguments of a change of a bucket. */
type BucketChange = readonly [name: string, points: number, limit: RateLimit];

const TAKE = defineMethod<BucketChange, TakeResult>('take points');
const DEBIT = defineMethod<BucketChange, void>('debit points');
const REFUND = defineMethod<BucketChange, void>('refund points');

/**
 * Returns the token buckets of the primary process, which all workers share. They grant exactly as many points as those of a
 * single process.
 */
export function createClusterBuckets(primaryChannel: Channel): BucketStore {
  return {
    take: (...change) => primaryChannel.call(TAKE, change),
    debit: (...change) => void primaryChannel.call(DEBIT, change).catch(() => undefined),
    refund: (...change) => void primaryChannel.call(REFUND, change).catch(() => undefined),
    close: () => undefined,
  };
}

/** Serves the buckets of the primary process to a worker. */
export function serveBuckets(worker: Channel, buckets: BucketStore): void {
  worker.handle(TAKE, (change) => buckets.take(...change));
  worker.handle(DEBIT, (change) => buckets.debit(...change));
  worker.handle(REFUND, (change) => buckets.refund(...change));
}
