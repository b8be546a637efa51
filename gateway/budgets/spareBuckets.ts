import { LRUCache } from 'lru-cache';
import { type Budget, type Level, restored, secondsUntil, type Taken } from './budget.ts';

/** Callers that are known at once. */
const MOST_CALLERS = 50_000;
/** The part of a budget with which a caller begins of whom nobody knows what has been used. */
export const UNKNOWN = 0.1;

interface Known extends Level {
  /** The outage in which this is the gateway's own; 0 where it is how the shared budget stood. */
  readonly outage: number;
  /** The part of the budget that this is of. */
  readonly share: number;
  /** Points taken of which the shared budget does not know. */
  readonly owed: number;
  readonly budget: Budget;
}

/** Points of which the shared budgets have to be told. */
export interface Debt {
  readonly name: string;
  readonly points: number;
  readonly budget: Budget;
}

/** What one gateway goes by while the shared budgets are away. */
export interface SpareBuckets {
  /** Notes how a shared budget stands. */
  heard(name: string, points: number, budget: Budget): void;
  /** An outage begins: this gateway has a share of each budget, from 0 to 1. */
  begin(share: number): void;
  take(name: string, points: number, budget: Budget): Taken;
  giveBack(name: string, points: number, budget: Budget): void;
  /** What has been taken meanwhile and has not come back by itself; each is told once. */
  debts(): Debt[];
  /** Takes back a debt of which the shared budgets could not be told. */
  owe(debt: Debt): void;
}

/**
 * Budgets that go on where the shared ones stopped, so that an outage gives nobody a new one: a gateway goes by its share
 * of what it last heard, and of callers it has not heard of lets a tenth pass. What costs more than a share is let pass
 * when the share is full, and paid back before anything else is.
 * @param now milliseconds
 */
export function createSpareBuckets(now: () => number = () => performance.now()): SpareBuckets {
  const known = new LRUCache<string, Known>({ max: MOST_CALLERS });
  let outage = 0;
  let share = 1;

  const shareOf = ({ maximum, restoreRate }: Budget, part = share): Budget => ({
    maximum: maximum * part,
    restoreRate: restoreRate * part,
  });
  const look = (name: string, budget: Budget, at: number): Known => {
    const before = known.get(name);
    if (before?.outage === outage) return { ...before, points: restored(before, shareOf(budget), at), at };
    const whole = before
      ? restored({ points: before.points / before.share, at: before.at }, budget, at)
      : budget.maximum * UNKNOWN;
    return { points: whole * share, at, outage, share, owed: before?.owed ?? 0, budget };
  };

  return {
    heard(name, points, budget) {
      const owed = known.get(name)?.owed ?? 0;
      known.set(name, { points, at: now(), outage: 0, share: 1, owed, budget });
    },
    begin(part) {
      outage += 1;
      share = part;
    },
    take(name, points, budget) {
      const own = shareOf(budget);
      const there = look(name, budget, now());
      const needed = Math.min(points, own.maximum);
      const granted = points <= 0 || there.points >= needed;
      const taken = granted ? points : 0;
      const after = { ...there, points: there.points - taken, owed: there.owed + taken };
      known.set(name, after);
      return {
        granted,
        available: after.points,
        wait: granted ? 0 : secondsUntil(needed, there.points, own),
      };
    },
    giveBack(name, points, budget) {
      const there = look(name, budget, now());
      const most = shareOf(budget).maximum;
      known.set(name, {
        ...there,
        points: Math.min(most, there.points + points),
        owed: Math.max(0, there.owed - points),
      });
    },
    debts() {
      const at = now();
      return [...known.entries()].flatMap(([name, entry]) => {
        if (entry.owed <= 0) return [];
        known.set(name, { ...entry, owed: 0 });
        const own = shareOf(entry.budget, entry.share);
        const points = Math.min(entry.owed, own.maximum - restored(entry, own, at));
        return points > 0 ? [{ name, points, budget: entry.budget }] : [];
      });
    },
    owe({ name, points }) {
      const entry = known.get(name);
      if (entry) known.set(name, { ...entry, owed: entry.owed + points });
    },
  };
}
