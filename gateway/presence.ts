import type { Mark } from './durable.ts';

/** Tells those who come later until when somebody followed the news. */
export interface Presence {
  /**
   * Begins to tell.
   * @returns whether nobody has followed for longer than a restart takes, as far as is known
   */
  begin(): Promise<boolean>;
  close(): void;
}

/** Milliseconds between two tellings, and after which nobody is taken to be there. */
const BEAT = 2_000;
const GONE = 6_000;

/** @param mark what all gateways of a deployment share */
export function createPresence(mark: Mark, onTrouble: (error: unknown) => void): Presence {
  let beating: NodeJS.Timeout | undefined;
  const beat = () => mark.write(String(Date.now())).catch(onTrouble);
  return {
    async begin() {
      const last = Number(await mark.read());
      await beat();
      beating ??= setInterval(beat, BEAT).unref();
      return Math.abs(Date.now() - last) > GONE;
    },
    close: () => clearInterval(beating),
  };
}
