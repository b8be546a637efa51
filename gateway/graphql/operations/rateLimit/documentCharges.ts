import { LRUCache } from 'lru-cache';
import { type Caller, identityOf } from '../../../core/context.ts';
import type { MaybePromise } from '../../../core/maybePromise.ts';
import type { DocumentCharge } from '../../../core/operationCost.ts';
import type { OperationRequest, RequestedDocument } from '../../../core/operationRequest.ts';
import type { Rejected } from '../../../core/rejected.ts';
import type { RateLimiter } from '../../../services/rateLimit/rateLimiter.ts';
import { parseOptionsOf } from '../limits/parseOptions.ts';
import type { RunContext } from '../run/operationRun.ts';
import { missingPoints } from './rateLimitError.ts';

const MAX_REJECTED_CALLERS = 50_000;
const REJECTED_TTL_MS = 60_000;

interface DocumentChargeOptions {
  readonly rateLimiter: RateLimiter;
  /** Returns whether the document with this hash has passed validation before. */
  isValidated(hash: string): boolean;
  /** Waits until it is the turn of a caller to use the processor. */
  waitForProcessorTime(caller: Caller): MaybePromise<void>;
}

/** Charges callers for parsing and validating documents. */
export interface DocumentCharges {
  /**
   * Charges for a document before it is parsed, unless the request was charged for it already.
   * @returns `RATE_LIMITED` if the caller has too few points: then the document must not be parsed
   */
  charge(context: RunContext): MaybePromise<Rejected | undefined>;
  /** Settles the charge of a document whose operation is executed. */
  settle(context: RunContext): void;
  /** Charges for a document with errors, or whose operation is rejected, unless the request was charged for it already. */
  reject(context: RunContext): Promise<void>;
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
  const recordCharge = ({ cost, progress }: RunContext) => {
    cost.documentCost = progress.documentCharge?.points ?? 0;
    cost.rateLimit = progress.documentCharge?.status;
  };
  const chargeNow = async (
    { caller, cost, progress }: RunContext,
    { document, documentCharge }: OperationRequest,
  ): Promise<Rejected | undefined> => {
    const charge = documentCharge ?? (await chargeDocument(rateLimiter, caller, document));
    progress.documentCharge = charge;
    if (!charge.error) {
      await waitForProcessorTime(caller);
      return undefined;
    }
    cost.requested = charge.cost;
    cost.rateLimit = charge.status;
    return charge.error;
  };
  return {
    charge(context) {
      const { caller, request, progress } = context;
      if (!request) return undefined;
      progress.isNewDocument = request.documentCharge !== undefined || !isValidated(request.document.hash);
      const isCharged = progress.isNewDocument || recentlyRejected.has(identityOf(caller));
      return isCharged ? chargeNow(context, request) : undefined;
    },
    settle(context) {
      const { progress } = context;
      if (progress.isNewDocument) return recordCharge(context);
      progress.documentCharge?.refund();
      progress.documentCharge = undefined;
    },
    async reject(context) {
      const { caller, request, progress } = context;
      recentlyRejected.set(identityOf(caller), true);
      if (request) progress.documentCharge ??= await chargeDocument(rateLimiter, caller, request.document);
      recordCharge(context);
    },
  };
}

/**
 * The most expensive document takes about 10 ms to reject. With these costs, the points restored in a second pay for at
 * most a quarter of a second of such work.
 */
const BASE_COST = 20;
const CHARACTERS_PER_POINT = 20;

type ChargedDocument = Pick<RequestedDocument, 'text' | 'isTrusted'>;

/** Returns the cost of parsing and validating a document, and of rejecting it, in points. */
function documentCost({ text, isTrusted }: ChargedDocument): number {
  // Longer documents are rejected for their length, before parsing.
  return (
    BASE_COST +
    Math.ceil(Math.min(text.length, parseOptionsOf({ isTrusted }).maxSourceLength) / CHARACTERS_PER_POINT)
  );
}

/** Charges a caller for parsing and validating a document, before parsing. */
export async function chargeDocument(
  rateLimiter: Pick<RateLimiter, 'charge' | 'limitOf'>,
  caller: Caller,
  document: ChargedDocument,
): Promise<DocumentCharge> {
  const maximum = rateLimiter.limitOf(caller)?.maximum;
  const cost = Math.min(documentCost(document), maximum ?? Number.POSITIVE_INFINITY);
  const charge = await rateLimiter.charge(caller, cost);
  if (!charge) return { cost, points: 0, status: undefined, error: undefined, refund() {} };
  const { status, isGranted } = charge;
  const describeMissing = (available: number, seconds: number) =>
    `expected ${cost} points to validate the document, which count towards its cost, got ${available}; retry in ${seconds} s`;
  let points = isGranted ? cost : 0;
  return {
    cost,
    get points() {
      return points;
    },
    status,
    error: isGranted ? undefined : missingPoints(cost, charge, describeMissing),
    refund() {
      charge.refund(points);
      points = 0;
    },
  };
}
