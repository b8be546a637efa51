import type { WebSocket } from 'ws';
import { type BucketLevel, levelAt, secondsUntil } from '../../services/rateLimit/tokenBucket.ts';

/** Messages that a client may say at once, and how many more with each second; a page of the app says a handful. */
const RATE = { maximum: 128, restoreRate: 32 };
/** Bytes for which a message counts once more. */
const WEIGHT = 4096;
/** Seconds that a client may owe. More is no haste: it has said what it says without looking at what comes back. */
const LONGEST_DEBT = 10;
/** Bytes of answers that wait for a client; above them nothing more is heard of it. */
const MOST_UNREAD = 256 * 1024;

/** What a client says, held up where it says more than it takes, or more than is read. */
export interface InboundRateLimit {
  /** Counts a message, or a ping or pong of the socket's own. @returns whether it is to be heard */
  record(bytes: number): boolean;
  /** Something that waited for the client has gone. */
  onSent(): void;
  close(): void;
}

/**
 * Watches over what comes by a socket. It is not read while answers pile up that its client does not take, nor while it
 * has said more than its due: TCP then holds up the sender.
 * @param onFlood called once, where so much has come that holding it up is not enough
 */
export function createInboundRateLimit(
  socket: Pick<WebSocket, 'bufferedAmount' | 'isPaused' | 'pause' | 'resume'>,
  onFlood: () => void,
): InboundRateLimit {
  let level: BucketLevel = { points: RATE.maximum, at: performance.now() };
  let timer: NodeJS.Timeout | undefined;
  let isFlooded = false;
  const points = () => levelAt(level, RATE, performance.now());

  const review = (): void => {
    clearTimeout(timer);
    const debt = secondsUntil(0, points(), RATE);
    if (debt > 0) timer = setTimeout(review, debt * 1000).unref();
    if (isFlooded || debt > 0 || socket.bufferedAmount > MOST_UNREAD) socket.pause();
    else if (socket.isPaused) socket.resume();
  };

  return {
    record(bytes) {
      if (isFlooded) return false;
      level = { points: points() - 1 - Math.floor(bytes / WEIGHT), at: performance.now() };
      isFlooded = secondsUntil(0, level.points, RATE) > LONGEST_DEBT;
      review();
      if (isFlooded) onFlood();
      return !isFlooded;
    },
    onSent() {
      if (socket.isPaused) review();
    },
    close: () => clearTimeout(timer),
  };
}
