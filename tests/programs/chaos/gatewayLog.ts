import { setTimeout as sleep } from 'node:timers/promises';

/** Longest wait for the message that Redis is available again. */
const REDIS_RECOVERY_TIMEOUT_MS = 10_000;
/** Level of the log lines about errors of the gateway itself. */
const ERROR_LEVEL = 50;

/** Reads the logs of the gateways: collects errors and exits, and tracks the availability of Redis. */
export function createGatewayLog() {
  const failures: string[] = [];
  const isRedisDown = new Map<number, boolean>();
  let changed = Promise.withResolvers<void>();
  const notifyChange = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  return {
    failures,
    /** Returns the handler for the lines of a gateway. */
    lineHandler: (gateway: number) => (line: string) => {
      let entry: { level?: number; msg?: string };
      try {
        entry = JSON.parse(line);
      } catch {
        if (line.trim() !== '') failures.push(`gateway ${gateway + 1}: ${line.slice(0, 300)}`);
        return;
      }
      if ((entry.level ?? 0) >= ERROR_LEVEL) failures.push(`gateway ${gateway + 1}: ${line.slice(0, 400)}`);
      if (entry.msg?.startsWith('cache: Redis is ')) {
        isRedisDown.set(gateway, !entry.msg.startsWith('cache: Redis is available'));
        notifyChange();
      }
    },
    /** Returns the handler for an exit of a gateway that the program did not cause. */
    exitHandler: (gateway: number) => (reason: string) => failures.push(`gateway ${gateway + 1} ${reason}`),
    /** Forgets the messages of a gateway whose process ended. */
    forget(gateway: number) {
      isRedisDown.delete(gateway);
      notifyChange();
    },
    /** Resolves when no gateway reports Redis as unavailable, at the latest after 10 s. */
    async waitForRedis(): Promise<void> {
      const timeout = sleep(REDIS_RECOVERY_TIMEOUT_MS, 'timeout', { ref: false });
      while ([...isRedisDown.values()].includes(true))
        if ((await Promise.race([changed.promise, timeout])) === 'timeout') return;
    },
  };
}
