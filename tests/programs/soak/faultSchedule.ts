import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../../../gateway/emulators/shared/faults.ts';
import type { Random } from '../../reference/generator/random.ts';
import type { EmulatorName, Stack } from '../../support/stack.ts';

/** Sets and clears faults of the providers at random times. */
export interface FaultSchedule {
  /** The number of times that each fault was set, by provider and fault. */
  readonly counts: ReadonlyMap<string, number>;
  /** Clears all faults. */
  stop(): Promise<void>;
}

const EMULATORS: readonly EmulatorName[] = ['content', 'media', 'search'];
/** Each fault affects the share of requests under which resilience is tested most: some calls fail, some succeed. */
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

/** Starts a schedule: 4 to 12 seconds without faults, then 2 to 8 seconds with one fault of one provider. */
export function startFaultSchedule(stack: Pick<Stack, 'setFaults'>, random: Random): FaultSchedule {
  const stopped = new AbortController();
  const counts = new Map<string, number>();
  const wait = (minSeconds: number, maxSeconds: number) =>
    sleep(1000 * random.integer(minSeconds, maxSeconds), undefined, { signal: stopped.signal }).catch(
      () => undefined,
    );
  const running = (async () => {
    while (!stopped.signal.aborted) {
      await wait(4, 12);
      if (stopped.signal.aborted) break;
      const emulator = random.pick(EMULATORS);
      const fault = random.pick(FAULTS);
      const name = `${emulator} ${fault.kind}${fault.status ? ` ${fault.status}` : ''}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      await stack.setFaults(emulator, [fault]);
      await wait(2, 8);
      await stack.setFaults(emulator);
    }
  })();
  return {
    counts,
    async stop() {
      stopped.abort();
      await running;
    },
  };
}
