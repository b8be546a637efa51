import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../../../gateway/emulators/shared/faults.ts';
import type { Chance } from '../../reference/generator/chance.ts';
import type { EmulatorName, House } from '../../support/stack.ts';

/** Faults that come and go at the providers. */
export interface Weather {
  /** How often each fault came. */
  readonly seen: ReadonlyMap<string, number>;
  /** Clears up, for good. */
  end(): Promise<void>;
}

const EMULATORS: readonly EmulatorName[] = ['content', 'media', 'search'];
/** What a provider may do to its clients; each for the share of requests that makes it flap. */
const FAULTS: readonly Fault[] = [
  { kind: 'status', status: 500, probability: 0.3 },
  { kind: 'status', status: 503, probability: 1 },
  { kind: 'status', status: 429, headers: { 'retry-after': '1' }, probability: 0.3 },
  { kind: 'reset', probability: 0.3 },
  { kind: 'hang', probability: 0.2 },
  { kind: 'stall', probability: 0.2 },
  { kind: 'truncate', probability: 0.3 },
  { kind: 'garbage', probability: 0.3 },
  { kind: 'shape', probability: 0.3 },
  { kind: 'endless', probability: 0.05 },
  { kind: 'redirect', probability: 0.3 },
  { kind: 'latency', ms: 400, probability: 0.5 },
];

/** Lets faults flap at the emulators of a house: seconds of one, then seconds of none, by chance. */
export function beginWeather(house: Pick<House, 'faults'>, chance: Chance): Weather {
  const ended = new AbortController();
  const seen = new Map<string, number>();
  const wait = (from: number, to: number) =>
    sleep(1000 * chance.between(from, to), undefined, { signal: ended.signal }).catch(() => undefined);
  const running = (async () => {
    while (!ended.signal.aborted) {
      await wait(4, 12);
      if (ended.signal.aborted) break;
      const emulator = chance.pick(EMULATORS);
      const fault = chance.pick(FAULTS);
      const name = `${emulator} ${fault.kind}${fault.status ? ` ${fault.status}` : ''}`;
      seen.set(name, (seen.get(name) ?? 0) + 1);
      await house.faults(emulator, [fault]);
      await wait(2, 8);
      await house.faults(emulator);
    }
  })();
  return {
    seen,
    async end() {
      ended.abort();
      await running;
    },
  };
}
