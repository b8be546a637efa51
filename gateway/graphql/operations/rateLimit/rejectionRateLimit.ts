import {
  type ApolloServerPlugin,
  type GraphQLRequest,
  type GraphQLRequestListener,
  HeaderMap,
} from '@apollo/server';
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
  /** Returns the text of a persisted document; undefined if there is none. */
  findDocument(hash: unknown): Promise<string | undefined>;
  /** Waits until it is the turn of a caller to use the processor. */
  waitForTurn(caller: Caller): Promise<void>;
}

/**
 * Charges callers for parsing and validating documents. Unknown documents are charged before parsing; if they are valid,
 * the points count towards the cost of the operation, and are kept if the operation is not executed. Known documents are
 * not charged, unless a request of the caller was rejected a moment ago: variables can be invalid too.
 */
export function rejectionRateLimit({
  rateLimiter,
  isValidated,
  findDocument,
  waitForTurn,
}: RejectionRateLimitOptions): ApolloServerPlugin<Context> {
  const recentlyRejected = new LRUCache<string, true>({ max: MAX_REJECTED_CALLERS, ttl: REJECTED_TTL_MS });
  return {
    async requestDidStart({ request, contextValue: { caller, cost } }) {
      // A rejection before parsing takes no work.
      if (isRejectedBeforeParsing(request)) return undefined;
      const id = documentIdOf(request);
      const isKnown = typeof id !== 'string' || isValidated(id);
      const text = request.query ?? (isKnown ? undefined : await findDocument(id));
      const isNew = !isKnown && text !== undefined;
      let charge: RejectionCharge | undefined =
        isNew || recentlyRejected.has(bucketName(caller))
          ? await chargeRejection(rateLimiter, caller, text)
          : undefined;
      if (charge?.error) return rejectRateLimited(charge.error);
      if (charge) await waitForTurn(caller);
      return {
        async responseForOperation() {
          if (isNew) recordCharge();
          else {
            charge?.refund();
            charge = undefined;
          }
          return null;
        },
        async didEncounterErrors({ errors, source }) {
          // The operation was executed, or there was no document.
          if (source === undefined || errors.some(({ path }) => path !== undefined)) return;
          recentlyRejected.set(bucketName(caller), true);
          charge ??= await chargeRejection(rateLimiter, caller, text);
          recordCharge();
        },
      };

      function recordCharge(): void {
        cost.documentCost = charge?.points ?? 0;
        cost.rateLimit = charge?.status;
      }

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

/** Returns the id of the requested document: the hash of its text, or the hash that the client sends instead. */
function documentIdOf({ query, extensions }: GraphQLRequest): unknown {
  if (query !== undefined) return documentId(query);
  return (extensions?.persistedQuery as { readonly sha256Hash?: unknown } | null | undefined)?.sha256Hash;
}
