import type { WebSocket } from 'ws';
import { type BucketLevel, levelAt, secondsUntil } from '../../../services/rateLimit/tokenBucket.ts';

/** Messages at once, and per second after that. A page of the app sends a handful. */
const MESSAGE_RATE = { maximum: 128, restoreRate: 32 };
/** A message counts once more for each full block of this size. */
const BYTES_PER_MESSAGE = 4096;
/** A client that is this far over its rate sends without reading responses. */
const MAX_DEBT_SECONDS = 10;
/** With more unsent bytes, the client's messages are not read. */
const MAX_UNSENT_BYTES = 256 * 1024;

/** Limits the messages of one client. */
export interface InboundRateLimit {
  /** Counts a message, ping or pong. @returns false if it must be ignored */
  record(bytes: number): boolean;
  /** Must run after each message sent to the client. */
  onSent(): void;
  close(): void;
}

/**
 * Creates the rate limit of the messages from one client. It pauses the socket while the client exceeds the rate or does
 * not read its responses, so that TCP flow control slows the client.
 * @param onFlood runs once, when the client exceeds the rate by more than 10 s of messages
 */
export function createInboundRateLimit(
  socket: Pick<WebSocket, 'bufferedAmount' | 'isPaused' | 'pause' | 'resume'>,
  onFlood: () => void,
): InboundRateLimit {
  let level: BucketLevel = { points: MESSAGE_RATE.maximum, at: performance.now() };
  let timer: NodeJS.Timeout | undefined;
  let isFlooded = false;
  const points = () => levelAt(level, MESSAGE_RATE, performance.now());

  const update = (): void => {
    clearTimeout(timer);
    const debtSeconds = secondsUntil(0, points(), MESSAGE_RATE);
    if (debtSeconds > 0) timer = setTimeout(update, debtSeconds * 1000).unref();
    if (isFlooded || debtSeconds > 0 || socket.bufferedAmount > MAX_UNSENT_BYTES) socket.pause();
    else if (socket.isPaused) socket.resume();
  };

  return {
    record(bytes) {
      if (isFlooded) return false;
      level = { points: points() - 1 - Math.floor(bytes / BYTES_PER_MESSAGE), at: performance.now() };
      isFlooded = secondsUntil(0, level.points, MESSAGE_RATE) > MAX_DEBT_SECONDS;
      update();
      if (isFlooded) onFlood();
      return !isFlooded;
    },
    onSent() {
      if (socket.isPaused) update();
    },
    close: () => clearTimeout(timer),
  };
}
