import { type ApolloServerPlugin, type GraphQLRequestListener, HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Caller, Context } from '../../../core/context.ts';
import { bucketName, type RateLimiter } from '../../../services/rateLimit/rateLimiter.ts';
import { documentId } from '../persisted/manifest.ts';
import { isRejectedUnparsed, rejectUnparsed } from '../persisted/rejectUnparsed.ts';
import { chargeRejection, type RejectionCharge } from './rejectionCost.ts';

/** Callers of whom it is remembered that they were refused, and milliseconds for which it is. */
const MAX_REJECTED_CALLERS = 50_000;
const REJECTED_TTL_MS = 60_000;

interface ChargeRejectedOptions {
  readonly rateLimiter: RateLimiter;
  /** Whether a document, by its hash, has been found good before. */
  isValidated(hash: string): boolean;
}

/**
 * Lets callers pay for what is refused before it is executed. Documents that nobody has found good yet are paid for before
 * they are read, and cost nothing once they have passed the limits; those that are known are free to read, unless their
 * caller was refused a moment ago: variables can be at fault as well.
 */
export function chargeRejected({ rateLimiter, isValidated }: ChargeRejectedOptions): ApolloServerPlugin<Context> {
  const recentlyRejected = new LRUCache<string, true>({ max: MAX_REJECTED_CALLERS, ttl: REJECTED_TTL_MS });
  const mustPay = (caller: Caller, text: string | undefined): boolean =>
    (text !== undefined && !isValidated(documentId(text))) || recentlyRejected.has(bucketName(caller));
  return {
    async requestDidStart({ request, contextValue: { caller, cost } }) {
      const { query: text } = request;
      // Rejecting it takes no work.
      if (isRejectedUnparsed(request)) return undefined;
      let charge: RejectionCharge | undefined = mustPay(caller, text)
        ? await chargeRejection(rateLimiter, caller, text)
        : undefined;
      if (charge?.error) return rejectUncharged(charge.error);
      return {
        async responseForOperation() {
          charge?.refund();
          charge = undefined;
          return null;
        },
        async didEncounterErrors({ errors, source }) {
          // Fields have failed, or there was no document at all.
          if (source === undefined || errors.some(({ path }) => path !== undefined)) return;
          recentlyRejected.set(bucketName(caller), true);
          charge ??= await chargeRejection(rateLimiter, caller, text);
          cost.rejectionCost = charge.points;
          cost.rateLimit = charge.status;
        },
      };

      function rejectUncharged(error: GraphQLError): GraphQLRequestListener<Context> {
        const { message, extensions } = error;
        const headers = new HeaderMap([['retry-after', String(extensions.retryAfter)]]);
        const rejection = new GraphQLError(message, {
          extensions: { ...extensions, http: { status: 429, headers } },
        });
        return {
          ...rejectUnparsed(request, rejection),
          async didEncounterErrors() {
            cost.requested = charge?.cost ?? 0;
            cost.rateLimit = charge?.status;
          },
        };
      }
    },
  };
}
