import type { Checkpoint } from '../services/storage/storage.ts';

/** Records that a gateway consumes change events. */
export interface Heartbeat {
  /**
   * Starts the heartbeat.
   * @returns true when no gateway has consumed events for longer than a restart takes
   */
  begin(): Promise<boolean>;
  close(): void;
}

const HEARTBEAT_INTERVAL_MS = 2_000;
const EXPIRY_MS = 6_000;

/** @param checkpoint what all gateways of a deployment share */
export function createHeartbeat(checkpoint: Checkpoint, onError: (error: unknown) => void): Heartbeat {
  let timer: NodeJS.Timeout | undefined;
  const beat = () => checkpoint.write(String(Date.now())).catch(onError);
  return {
    async begin() {
      const last = Number(await checkpoint.read());
      await beat();
      timer ??= setInterval(beat, HEARTBEAT_INTERVAL_MS).unref();
      return Math.abs(Date.now() - last) > EXPIRY_MS;
    },
    close: () => clearInterval(timer),
  };
}
