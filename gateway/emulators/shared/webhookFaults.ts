/** Kinds of delivery faults. */
const WEBHOOK_FAULT_KINDS = ['delay', 'duplicate', 'reorder', 'drop', 'tamper'] as const;

/** One rule of delivery faults. Every rule with uses left is evaluated for each delivery. */
export type WebhookFault = {
  /** Number of deliveries the rule applies to. Default: no limit. */
  times?: number;
  /**
   * Share of deliveries the rule applies to, from 0 to 1. Default: 1. Every run selects the same deliveries.
   */
  share?: number;
} & (
  | {
      kind: 'delay';
      /** Delay of the delivery in milliseconds. */
      ms: number;
    }
  | {
      /**
       * - `duplicate`: two copies at the same moment;
       * - `reorder`: delayed until the next delivery to the same URL has been tried;
       * - `drop`: never sent, as when all attempts fail;
       * - `tamper`: the first attempt's body is changed after it was signed.
       */
      kind: 'duplicate' | 'reorder' | 'drop' | 'tamper';
    }
);

/** The faults of one delivery. */
export type DeliveryFaults = ReadonlyMap<WebhookFault['kind'], WebhookFault>;

const RANDOM_SEED = 20_260_101;

/** Reads fault rules from a request body. @throws Error that names the first invalid rule */
export function readWebhookFaults(rules: unknown): WebhookFault[] {
  if (!Array.isArray(rules)) throw new Error(`faults: expected a list of {"kind": …}, got ${typeof rules}`);
  for (const [i, rule] of rules.entries()) {
    const { kind, ms, times, share } = (rule ?? {}) as Record<string, unknown>;
    if (!WEBHOOK_FAULT_KINDS.some((known) => known === kind))
      throw new Error(
        `faults[${i}].kind: expected one of ${WEBHOOK_FAULT_KINDS.join(', ')}, got ${JSON.stringify(kind)}`,
      );
    if (kind === 'delay' && !isAtLeast(ms, 0))
      throw new Error(`faults[${i}].ms: expected milliseconds, got ${JSON.stringify(ms)}`);
    if (times !== undefined && !(isAtLeast(times, 0) && Number.isInteger(times)))
      throw new Error(`faults[${i}].times: expected a whole number, got ${JSON.stringify(times)}`);
    if (share !== undefined && !(isAtLeast(share, 0) && share <= 1))
      throw new Error(`faults[${i}].share: expected a number from 0 to 1, got ${JSON.stringify(share)}`);
  }
  return rules as WebhookFault[];
}

function isAtLeast(value: unknown, least: number): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= least;
}

/**
 * Creates a function that selects the faults of each next delivery. The pseudo-random sequence is the same in
 * every run.
 */
export function createFaultSelector(rules: readonly WebhookFault[]): () => DeliveryFaults {
  const remaining = rules.map((rule) => ({ rule, times: rule.times ?? Number.POSITIVE_INFINITY }));
  let state = RANDOM_SEED;
  // Lehmer generator, modulus 2³¹ − 1.
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return () => {
    const chosen = new Map<WebhookFault['kind'], WebhookFault>();
    for (const entry of remaining) {
      if (entry.times <= 0 || next() >= (entry.rule.share ?? 1)) continue;
      entry.times -= 1;
      chosen.set(entry.rule.kind, entry.rule);
    }
    return chosen;
  };
}

/** Returns the body with a change that a JSON parser notices. */
export function tamperedBody(body: string): string {
  const end = body.lastIndexOf('}');
  const comma = /^\s*\{\s*\}\s*$/.test(body) ? '' : ',';
  return end < 0 ? `${body} ` : `${body.slice(0, end)}${comma}"tampered":true${body.slice(end)}`;
}
