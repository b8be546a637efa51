import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Caller, Context } from '../../../core/context.ts';
import type { DocumentCharge, OperationCost } from '../../../core/operationCost.ts';
import { bucketName, type RateLimiter } from '../../../services/rateLimit/rateLimiter.ts';
import { chargeDocument } from './chargeDocument.ts';

const MAX_REJECTED_CALLERS = 50_000;
const REJECTED_TTL_MS = 60_000;

interface DocumentChargeOptions {
  readonly rateLimiter: RateLimiter;
  /** Returns whether the document with this hash has passed validation before. */
  isValidated(hash: string): boolean;
  /** Waits until it is the turn of a caller to use the processor. */
  waitForProcessorTime(caller: Caller): Promise<void>;
}

/** Charges callers for parsing and validating documents. */
export interface DocumentCharges {
  /**
   * Charges for a document before it is parsed, unless the request was charged for it already.
   * @returns `RATE_LIMITED` if the caller has too few points: then the document must not be parsed
   */
  charge(context: Context): Promise<GraphQLError | undefined>;
  /** Settles the charge of a document whose operation is executed. */
  settle(context: Context): void;
  /** Settles the charge when the operation is executed or rejected. */
  readonly plugin: ApolloServerPlugin<Context>;
}

interface DocumentState {
  readonly isNew: boolean;
  charge: DocumentCharge | undefined;
}

/**
 * Creates the charges for documents. Unknown documents are charged before parsing; if they are valid, the points count
 * towards the cost of the operation, and are kept if the operation is not executed. Known documents are not charged,
 * unless a request of the caller was rejected a moment ago: variables can be invalid too.
 */
export function createDocumentCharges({
  rateLimiter,
  isValidated,
  waitForProcessorTime,
}: DocumentChargeOptions): DocumentCharges {
  const recentlyRejected = new LRUCache<string, true>({ max: MAX_REJECTED_CALLERS, ttl: REJECTED_TTL_MS });
  // By the cost, because Apollo Server copies the context.
  const charges = new WeakMap<OperationCost, DocumentState>();
  const recordCharge = ({ cost }: Context, charge: DocumentCharge | undefined) => {
    cost.documentCost = charge?.points ?? 0;
    cost.rateLimit = charge?.status;
  };
  const settle: DocumentCharges['settle'] = (context) => {
    const state = charges.get(context.cost);
    if (!state) return;
    if (state.isNew) return recordCharge(context, state.charge);
    state.charge?.refund();
    state.charge = undefined;
  };
  return {
    settle,
    async charge({ caller, cost, request }) {
      if (!request) return undefined;
      const { document, documentCharge } = request;
      const isNew = documentCharge !== undefined || !isValidated(document.hash);
      const isCharged = isNew || recentlyRejected.has(bucketName(caller));
      const charge =
        documentCharge ?? (isCharged ? await chargeDocument(rateLimiter, caller, document) : undefined);
      charges.set(cost, { isNew, charge });
      if (!charge?.error) {
        if (charge) await waitForProcessorTime(caller);
        return undefined;
      }
      cost.requested = charge.cost;
      cost.rateLimit = charge.status;
      return charge.error;
    },
    plugin: {
      async requestDidStart({ contextValue }) {
        const { caller, cost, request } = contextValue;
        const state = charges.get(cost);
        if (!state) return undefined;
        return {
          async responseForOperation() {
            settle(contextValue);
            return null;
          },
          async didEncounterErrors({ errors }) {
            // The operation was executed.
            if (errors.some(({ path }) => path !== undefined)) return;
            recentlyRejected.set(bucketName(caller), true);
            if (request) state.charge ??= await chargeDocument(rateLimiter, caller, request.document);
            recordCharge(contextValue, state.charge);
          },
        };
      },
    },
  };
}
