import { type ApolloServerPlugin, type GraphQLRequestListener, HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Caller, Context } from '../../../core/context.ts';
import { bucketName, type RateLimiter } from '../../../services/rateLimit/rateLimiter.ts';
import { documentId } from '../persisted/manifest.ts';
import { isRejectedBeforeParsing, rejectBeforeParsing } from '../persisted/rejectBeforeParsing.ts';
import { chargeRejection, type RejectionCharge } from './chargeRejection.ts';

const MAX_REJECTED_CALLERS = 50_000;
const REJECTED_TTL_MS = 60_000;

interface RejectionRateLimitOptions {
  readonly rateLimiter: RateLimiter;
  /** Returns whether the document with this hash has passed validation before. */
  isValidated(hash: string): boolean;
}

/**
 * Charges callers for parsing and validating requests that are then rejected. Unknown documents are charged before parsing
 * and refunded when they pass all limits. Known documents are not charged in advance, unless a request of the caller was
 * rejected a moment ago: variables can be invalid too.
 */
export function rejectionRateLimit({
  rateLimiter,
  isValidated,
}: RejectionRateLimitOptions): ApolloServerPlugin<Context> {
  const recentlyRejected = new LRUCache<string, true>({ max: MAX_REJECTED_CALLERS, ttl: REJECTED_TTL_MS });
  const shouldCharge = (caller: Caller, text: string | undefined): boolean =>
    (text !== undefined && !isValidated(documentId(text))) || recentlyRejected.has(bucketName(caller));
  return {
    async requestDidStart({ request, contextValue: { caller, cost } }) {
      const { query: text } = request;
      // A rejection before parsing takes no work.
      if (isRejectedBeforeParsing(request)) return undefined;
      let charge: RejectionCharge | undefined = shouldCharge(caller, text)
        ? await chargeRejection(rateLimiter, caller, text)
        : undefined;
      if (charge?.error) return rejectRateLimited(charge.error);
      return {
        async responseForOperation() {
          charge?.refund();
          charge = undefined;
          return null;
        },
        async didEncounterErrors({ errors, source }) {
          // The operation was executed, or there was no document.
          if (source === undefined || errors.some(({ path }) => path !== undefined)) return;
          recentlyRejected.set(bucketName(caller), true);
          charge ??= await chargeRejection(rateLimiter, caller, text);
          cost.rejectionCost = charge.points;
          cost.rateLimit = charge.status;
        },
      };

      function rejectRateLimited(error: GraphQLError): GraphQLRequestListener<Context> {
        const { message, extensions } = error;
        const headers = new HeaderMap([['retry-after', String(extensions.retryAfter)]]);
        const rejection = new GraphQLError(message, {
          extensions: { ...extensions, http: { status: 429, headers } },
        });
        return {
          ...rejectBeforeParsing(request, rejection),
          async didEncounterErrors() {
            cost.requested = charge?.cost ?? 0;
            cost.rateLimit = charge?.status;
          },
        };
      }
    },
  };
}
