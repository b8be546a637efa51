import type { Caller } from '../../../core/context.ts';
import type { DocumentCharge } from '../../../core/operationCost.ts';
import type { RequestedDocument } from '../../../core/operationRequest.ts';
import type { RateLimiter } from '../../../services/rateLimit/rateLimiter.ts';
import { parseOptionsOf } from '../limits/parseOptions.ts';
import { missingPoints } from './rateLimitError.ts';

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
