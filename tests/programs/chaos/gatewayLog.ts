import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds after which a gateway that has not said that Redis is back is not waited for. */
const LATE = 10_000;
/** The level at which a gateway logs what is its own fault. */
const ERROR = 50;

/** What the gateways say that matters here: that Redis is away or back, their own failures, and their ends. */
export function createGatewayLog() {
  const failures: string[] = [];
  const away = new Map<number, boolean>();
  let changed = Promise.withResolvers<void>();
  return {
    failures,
    of: (gateway: number) => (line: string) => {
      let said: { level?: number; msg?: string };
      try {
        said = JSON.parse(line);
      } catch {
        if (line.trim() !== '') failures.push(`gateway ${gateway + 1}: ${line.slice(0, 300)}`);
        return;
      }
      if ((said.level ?? 0) >= ERROR) failures.push(`gateway ${gateway + 1}: ${line.slice(0, 400)}`);
      if (said.msg?.startsWith('Redis is ')) {
        away.set(gateway, !said.msg.startsWith('Redis is back'));
        changed.resolve();
        changed = Promise.withResolvers();
      }
    },
    ended: (gateway: number) => (how: string) => failures.push(`gateway ${gateway + 1} ${how}`),
    /** What a gateway has said holds no more. */
    forget(gateway: number) {
      away.delete(gateway);
      changed.resolve();
      changed = Promise.withResolvers();
    },
    async redisIsBack(): Promise<void> {
      const late = sleep(LATE, 'late', { ref: false });
      while ([...away.values()].includes(true))
        if ((await Promise.race([changed.promise, late])) === 'late') return;
    },
  };
}
