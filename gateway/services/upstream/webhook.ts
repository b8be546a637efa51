import { GraphQLError } from 'graphql';
import { describeType } from '../../core/describeValue.ts';

/** Verifies the webhook deliveries of a provider. */
export interface WebhookVerifier {
  /**
   * Checks the signature and age of a delivery.
   * @param body the exact bytes received
   * @param now milliseconds since 1970
   * @throws WebhookRejected when the signature is wrong, the delivery too old, or the body unreadable
   */
  verify(body: string, headers: Readonly<Record<string, string>>, now: number): Promise<VerifiedDelivery>;
}

/** The signed facts of a delivery; nothing else in it can be trusted. */
export interface VerifiedDelivery {
  /** Idempotency key: equal for a repeated delivery regardless of its headers. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly signedAt: number;
}

/** A rejected delivery. */
export class WebhookRejected extends GraphQLError {
  /** 401 for a wrong signature, 400 for an unreadable body. */
  readonly status: 400 | 401;
  constructor(message: string, status: 400 | 401 = 401) {
    super(message, { extensions: { code: 'WEBHOOK_REJECTED' } });
    this.status = status;
  }
}

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Parses the JSON object of a delivery; `null`, as a projection can send, counts as an empty object.
 * @throws WebhookRejected when it is not an object
 */
export function readDelivery(body: string): Readonly<Record<string, unknown>> {
  const rejected = (got: string) =>
    new WebhookRejected(
      `expected a JSON object, got ${got}; let the sender use the format of the provider`,
      400,
    );
  let value: unknown;
  try {
    value = JSON.parse(body.startsWith(BYTE_ORDER_MARK) ? body.slice(1) : body);
  } catch {
    throw rejected(body.trim() === '' ? 'an empty body' : 'a body that is no JSON');
  }
  if (typeof value === 'object' && !Array.isArray(value)) return (value ?? {}) as never;
  throw rejected(describeType(value));
}

/** A verified delivery in the inbox. */
export interface WebhookDelivery {
  readonly source: 'content' | 'media';
  /** Milliseconds since 1970; the event happened before. */
  readonly signedAt?: number;
  /** Hints only: the signature does not cover them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
