import type { ProblemCode } from '../../../../gateway/cli/doctor/check.ts';
import type { EmulatorName } from '../../../support/stack.ts';
import type { Accounts } from './accounts.ts';

/** Removes a fault. */
export type Restore = () => Promise<void>;

/** A fault of an account or of the machine, and the codes that the doctor reports. */
export interface FaultCase {
  readonly codes: readonly ProblemCode[];
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: () => number;
  readonly deadlineMs?: number;
  readonly minFreeMb?: number;
  readonly missingEmulators?: readonly EmulatorName[];
  /** Causes the fault. It may return a function that removes it; faults and webhooks of emulators are always reset. */
  arrange?(accounts: Accounts): Promise<unknown>;
}

export type FaultRow = readonly [title: string, fault: FaultCase];

/** Makes an emulator respond to a path with this JSON, or with this status. */
export const respond =
  (emulator: EmulatorName, path: string, response: { body?: unknown; status?: number }) =>
  async (accounts: Accounts): Promise<void> => {
    const kind = response.status === undefined ? 'shape' : 'status';
    await accounts.setFaults(emulator, [{ kind, path, ...response }]);
  };
