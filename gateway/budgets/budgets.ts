import type { Caller } from '../context.ts';
import { networkOf } from '../peers.ts';
import type { Standing } from './bill.ts';
import type { Buckets, Budget } from './budget.ts';

/** The budgets of the kinds of callers; what is undefined has no limit. */
export interface BudgetConfig {
  /** Of each address without a key. */
  readonly anonymous?: Budget;
  /** Of each key, and of each editor. */
  readonly key?: Budget;
}

/** Hears what is used of budgets. */
export interface ObserveBudgets {
  taken(kind: Caller['kind'], points: number): void;
  returned(kind: Caller['kind'], points: number): void;
  refused(kind: Caller['kind']): void;
}

/** Points that were taken, or not. */
export interface Charge {
  readonly granted: boolean;
  /** Seconds until there will be enough; 0 where there were. */
  readonly wait: number;
  readonly standing: Standing;
  /** Gives back what was not needed. @returns how the budget stands then */
  giveBack(points: number): Standing;
}

/** Who may use how much. */
export interface Budgets {
  /** What a caller has; undefined without limit. */
  budgetOf(caller: Caller): Budget | undefined;
  /** Takes points from a caller's budget where there are as many; 0 only looks. Undefined where there is no limit. */
  charge(caller: Caller, points: number): Promise<Charge | undefined>;
  close(): void;
}

/** Gives each caller a bucket: each key, each editor, and each network from which somebody asks without. */
export function createBudgets(config: BudgetConfig, buckets: Buckets, observe: ObserveBudgets): Budgets {
  const budgetOf = ({ kind }: Caller) => {
    if (kind === 'operator') return undefined;
    return kind === 'anonymous' ? config.anonymous : config.key;
  };
  return {
    budgetOf,
    async charge(caller, points) {
      const budget = budgetOf(caller);
      if (!budget) return undefined;
      const name = nameOf(caller);
      const { granted, available, wait } = await buckets.take(name, points, budget);
      if (!granted) observe.refused(caller.kind);
      else if (points > 0) observe.taken(caller.kind, points);
      const standing = (left: number): Standing => ({
        ...budget,
        available: Math.max(0, Math.floor(Math.min(budget.maximum, left))),
      });
      return {
        granted,
        wait,
        standing: standing(available),
        giveBack(unused) {
          if (unused <= 0 || !granted) return standing(available);
          buckets.giveBack(name, unused, budget);
          observe.returned(caller.kind, unused);
          return standing(available + unused);
        },
      };
    },
    close: buckets.close,
  };
}

/** Whose budget it is: a key's, an editor's, or that of all who ask without from one network. */
export const nameOf = ({ kind, name, account = name, address }: Caller): string =>
  kind === 'anonymous' ? `network:${networkOf(address)}` : account;
