import type { CallLimits } from '../../config/config.ts';
import type { RateLimit } from '../../config/formats.ts';
import { identityOf } from '../../core/context.ts';
import type { Provider } from '../../core/errors.ts';
import { retryAfterSeconds } from '../../core/operationCost.ts';
import { CallLimitError, type CallLimiter } from '../upstream/callLimit.ts';
import type { BucketStore } from './tokenBucket.ts';

/** Creates the call limiter, with one token bucket per provider and caller, and one per provider in total. */
export function createCallLimiter(
  limits: Readonly<Record<Provider, CallLimits>>,
  buckets: BucketStore,
): CallLimiter {
  return {
    async charge(provider, caller, calls) {
      if (!caller || caller.kind === 'operator') return () => {};
      const { anonymous, key, total } = limits[provider];
      const take = async (
        reason: 'caller_limit' | 'total_limit',
        name: string,
        limit: RateLimit | undefined,
      ) => {
        if (!limit) return () => {};
        const bucket = `calls:${provider}:${name}`;
        const charged = Math.min(calls, limit.maximum);
        const { isGranted, waitSeconds } = await buckets.take(bucket, charged, limit);
        if (!isGranted) throw callLimitError(provider, reason, limit, waitSeconds);
        return () => buckets.refund(bucket, charged, limit);
      };
      const ownLimit = caller.kind === 'anonymous' ? anonymous : key;
      const refundOwn = await take('caller_limit', identityOf(caller), ownLimit);
      try {
        const refundTotal = await take('total_limit', 'total', total);
        return () => {
          refundOwn();
          refundTotal();
        };
      } catch (error) {
        refundOwn();
        throw error;
      }
    },
  };
}

function callLimitError(
  provider: Provider,
  reason: 'caller_limit' | 'total_limit',
  limit: RateLimit,
  waitSeconds: number,
): CallLimitError {
  const { maximum, restoreRate } = limit;
  const retryAfter = retryAfterSeconds({ waitSeconds });
  const source = reason === 'caller_limit' ? 'from one caller' : 'in total';
  return new CallLimitError(
    `expected at most ${maximum} ${provider} calls ${source}, and ${restoreRate} more a second, got more; retry in ${retryAfter} s`,
    { reason, provider, limit: { maximum, restoreRate }, retryAfterSeconds: retryAfter },
  );
}
