/** Names of the ways in which deliveries go wrong. */
const KINDS = ['late', 'twice', 'reorder', 'lost', 'tampered'] as const;

/** One rule of how deliveries go wrong; every rule that has uses left is asked for each delivery. */
export type WebhookFault = {
  /** How many deliveries it applies to; without end when absent. */
  times?: number;
  /** The share of deliveries it applies to, from 0 to 1; 1 when absent. The same deliveries in every run. */
  share?: number;
} & (
  | {
      kind: 'late';
      /** How long the delivery is kept back, in milliseconds. */
      ms: number;
    }
  | {
      /**
       * - `twice`: two copies at the same moment;
       * - `reorder`: kept back until the next delivery to the same address has been tried;
       * - `lost`: never sent, as when all attempts fail;
       * - `tampered`: the first attempt's body is changed after it was signed.
       */
      kind: 'twice' | 'reorder' | 'lost' | 'tampered';
    }
);

/** What is to go wrong with one delivery. */
export type FaultsOfDelivery = ReadonlyMap<WebhookFault['kind'], WebhookFault>;

const SEED = 20_260_101;

/**
 * Reads rules from a request's body.
 * @throws Error that names the first rule that is not one
 */
export function readWebhookFaults(rules: unknown): WebhookFault[] {
  if (!Array.isArray(rules)) throw new Error('faults: expected a list of {"kind": …}');
  for (const [i, rule] of rules.entries()) {
    const { kind, ms, times, share } = (rule ?? {}) as Record<string, unknown>;
    if (!KINDS.some((known) => known === kind))
      throw new Error(`faults[${i}].kind: expected one of ${KINDS.join(', ')}, got ${JSON.stringify(kind)}`);
    if (kind === 'late' && !isAtLeast(ms, 0))
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

/** Decides for one delivery after another what goes wrong with it, by chance that is the same in every run. */
export function webhookChance(rules: readonly WebhookFault[]): () => FaultsOfDelivery {
  const left = rules.map((rule) => ({ rule, times: rule.times ?? Number.POSITIVE_INFINITY }));
  let state = SEED;
  // Lehmer's generator, modulus 2³¹ − 1.
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return () => {
    const chosen = new Map<WebhookFault['kind'], WebhookFault>();
    for (const entry of left) {
      if (entry.times <= 0 || next() >= (entry.rule.share ?? 1)) continue;
      entry.times -= 1;
      chosen.set(entry.rule.kind, entry.rule);
    }
    return chosen;
  };
}
