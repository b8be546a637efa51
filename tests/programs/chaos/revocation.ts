import { setTimeout as sleep } from 'node:timers/promises';
import { askThrough } from './request.ts';

/** A key that is revoked while it is in use, and tried at every gateway before and afterwards. */
export interface Revocation {
  /** When it was revoked; NaN as long as it has not been. */
  readonly revoked: number;
  /** When questions were sent that were let in with it after that. */
  readonly letIn: readonly number[];
  end(): Promise<void>;
}

/** Milliseconds between two tries of the key, and of its revocation where the store is away. */
const PACE = 250;

/**
 * Begins to use a key.
 * @param after milliseconds until it is revoked
 */
export function revokeInUse(
  gateways: readonly { readonly url: string }[],
  key: string,
  revoke: () => Promise<unknown>,
  after: number,
): Revocation {
  const begun = performance.now();
  const letIn: number[] = [];
  let revoked = Number.NaN;
  let isOver = false;
  const headers = { authorization: `Bearer ${key}` };
  const use = async (url: string) => {
    for (; !isOver; await sleep(PACE)) {
      const answer = await askThrough(url, { query: '{ __typename }' }, { headers, attempts: 1 }).catch(
        () => undefined,
      );
      if (answer?.status === 200 && answer.asked > revoked) letIn.push(answer.asked);
    }
  };
  const end = async () => {
    while (performance.now() - begun < after && !isOver) await sleep(PACE);
    while (Number.isNaN(revoked) && !isOver) {
      await revoke().then(
        () => {
          revoked = performance.now();
        },
        () => sleep(PACE),
      );
    }
  };
  const running = Promise.all([...gateways.map(({ url }) => use(url)), end()]);
  running.catch(() => undefined);
  return {
    get revoked() {
      return revoked;
    },
    letIn,
    async end() {
      isOver = true;
      await running;
    },
  };
}
