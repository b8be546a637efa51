import { setTimeout as sleep } from 'node:timers/promises';
import { requestWithRetries } from './requestWithRetries.ts';

/** The use of an API key on every gateway, before and after its revocation. */
export interface Revocation {
  /** Time of the revocation, by `performance.now`; NaN before it. */
  readonly revokedAt: number;
  /** Times at which requests were sent after the revocation that a gateway accepted. */
  readonly acceptedAt: readonly number[];
  stop(): Promise<void>;
}

/** Time between two requests with the key, and between two attempts to revoke it while Redis is unavailable. */
const INTERVAL_MS = 250;

/**
 * Starts to use an API key, and revokes it later.
 * @param delayMs time until the key is revoked
 */
export function revokeInUse(
  gateways: readonly { readonly url: string }[],
  key: string,
  revoke: () => Promise<unknown>,
  delayMs: number,
): Revocation {
  const startedAt = performance.now();
  const acceptedAt: number[] = [];
  let revokedAt = Number.NaN;
  let isStopped = false;
  const headers = { authorization: `Bearer ${key}` };
  const useKey = async (url: string) => {
    for (; !isStopped; await sleep(INTERVAL_MS)) {
      const response = await requestWithRetries(
        url,
        { query: '{ __typename }' },
        { headers, maxAttempts: 1 },
      ).catch(() => undefined);
      if (response?.status === 200 && response.sentAt > revokedAt) acceptedAt.push(response.sentAt);
    }
  };
  const revokeKey = async () => {
    while (performance.now() - startedAt < delayMs && !isStopped) await sleep(INTERVAL_MS);
    while (Number.isNaN(revokedAt) && !isStopped) {
      await revoke().then(
        () => {
          revokedAt = performance.now();
        },
        () => sleep(INTERVAL_MS),
      );
    }
  };
  const running = Promise.all([...gateways.map(({ url }) => useKey(url)), revokeKey()]);
  running.catch(() => undefined);
  return {
    get revokedAt() {
      return revokedAt;
    },
    acceptedAt,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
