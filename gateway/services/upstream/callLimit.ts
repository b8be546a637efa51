import { GraphQLError } from 'graphql';
import type { Caller } from '../../core/context.ts';
import type { ErrorCode, Provider } from '../../core/errors.ts';

/**
 * The limit that kept a call to a provider from being sent: the limit of the caller, the limit of all callers, or the caller's
 * share of the queue.
 */
export type CallLimitReason = 'caller_limit' | 'total_limit' | 'caller_queue_full';

interface CallLimitOptions {
  readonly reason: CallLimitReason;
  readonly provider: Provider;
  /** The figures of the limit. */
  readonly limit: Readonly<Record<string, number>>;
  readonly retryAfterSeconds: number;
}

/** A call that was not sent because of a limit of the gateway. The provider has not failed. */
export class CallLimitError extends GraphQLError {
  readonly reason: CallLimitReason;
  constructor(message: string, { reason, provider, limit, retryAfterSeconds }: CallLimitOptions) {
    super(message, {
      extensions: {
        code: 'CALL_LIMIT_REACHED' satisfies ErrorCode,
        service: provider,
        limit,
        retryAfter: retryAfterSeconds,
      },
    });
    this.reason = reason;
  }
}

/** Limits the calls to providers, of each caller and in total. */
export interface CallLimiter {
  /**
   * Charges a caller for calls to a provider. Background work is not limited.
   * @param calls more than the size of a bucket take the whole bucket
   * @returns refunds them, if they are not sent
   * @throws CallLimitError
   */
  charge(provider: Provider, caller: Caller | undefined, calls: number): Promise<() => void>;
}

/** Charges nothing. */
export const UNLIMITED_CALLS: CallLimiter = { charge: async () => () => {} };
