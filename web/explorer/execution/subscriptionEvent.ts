/** The events of the connection of a subscription. */
export interface SubscriptionEvent {
  readonly kind: 'connected' | 'next' | 'error' | 'complete' | 'stopped';
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The result as JSON, or the reason of an error. */
  readonly text: string;
}

/** Receives an event of a connection. */
export type Report = (kind: SubscriptionEvent['kind'], text?: string) => void;
