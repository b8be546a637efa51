import { GraphQLError } from 'graphql';

/** What a provider's room knows of its webhooks. */

export interface WebhookVerifier {
  /**
   * What is vouched for: nothing else of a delivery may decide what it does.
   * @param body as it came, byte for byte
   * @throws WebhookRejected when the delivery is not the provider's, or too old, or cannot be read
   */
  verify(body: string,headers: Readonly<Record<string,string>>,now: number): Promise<VerifiedDelivery>;
}
/** What a signature says of a delivery. */
export interface VerifiedDelivery {
  /** Whoever sends it again, under whatever headers, has to send this again. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly signedAt: number;
}
/** A delivery that is not taken. */
export class WebhookRejected extends GraphQLError {
  /** Of the answer: 401 for what is not the provider's, 400 for what is and cannot be read. */
  readonly status: 400|401;
  constructor(message: string,status: 400|401=401) {
    super(message,{ extensions: { code: 'WEBHOOK_REFUSED' } });
    this.status=status;
  }
}

/**
 * The object in a delivery's body; `null`, as a projection can make it, is one without attributes.
 * @throws WebhookRejected when it is none
 */
export function readDelivery(body: string): Readonly<Record<string,unknown>> {
  let value: unknown;
  try {
    value=JSON.parse(body);
  } catch {
    value=undefined;
  }
  if(typeof value==='object'&&!Array.isArray(value)) return (value??{}) as never;
  throw new WebhookRejected('expected a JSON object: let the webhook send the document or the event',400);
}
/** A delivery as it waits in the inbox. */
export interface WebhookDelivery {
  readonly source: 'content'|'media';
  /** Milliseconds since 1970: what it tells has happened by then. */
  readonly signedAt?: number;
  /** Hints, for no signature covers them. */
  readonly headers: Readonly<Record<string,string>>;
  readonly body: string;
}
