import type { Caller } from '../../../core/context.ts';
import { bucketName, type RateLimiter } from '../../../services/rateLimit/rateLimiter.ts';
import type { DocumentStore } from './documentStore.ts';

/** Points of registering a document. The default rate limit of an address pays for 20 a second. */
const REGISTRATION_COST = 100;

interface RegistrationOptions {
  readonly store: DocumentStore;
  readonly rateLimiter: Pick<RateLimiter, 'charge'>;
}

/**
 * Stores a document that has passed all limits, and charges the caller for a new one. A caller with too few points can
 * execute the document, but has to send its text again.
 */
export async function registerDocument(
  { store, rateLimiter }: RegistrationOptions,
  caller: Caller,
  id: string,
  text: string,
): Promise<void> {
  if (store.has(id)) return;
  const charge = await rateLimiter.charge(caller, REGISTRATION_COST);
  if (charge?.isGranted ?? true) store.put(id, text, bucketName(caller));
}
