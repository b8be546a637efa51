import type { ChangedDocument } from '../../../core/change.ts';
import { MAX_SOURCE_LAG_MS } from '../../../services/cache/sourceLag.ts';

/** The way by which changes of documents arrive. */
export type ReportedBy = 'live_events' | 'webhooks' | 'polling';

/** Decides from what it observes by which way changes arrive. */
export interface ChangeReports {
  /** The stream of live events is ready, or its connection has ended. */
  connected(isConnected: boolean): void;
  /** A live event arrived. It names no documents. */
  eventArrived(): void;
  /** A webhook delivered the change of a document. */
  delivered(id: string): void;
  /** A poll returned these changed documents; `delivered` are the documents that a webhook had delivered in this version. */
  polled(found: {
    readonly changed: readonly ChangedDocument[];
    readonly delivered: readonly ChangedDocument[];
    readonly hasDeletions: boolean;
  }): void;
  pollFailed(): void;
  readonly isConnected: boolean;
  /**
   * Returns the first that holds:
   *
   * - `live_events`: the stream is connected, and for a day no poll has found a change that it did not report;
   * - `webhooks`: the last change that a poll has found was delivered, and the last poll was successful;
   * - `polling`: neither.
   */
  reportedBy(): ReportedBy;
}

/** A change that a poll has found may be reported this much later. */
const GRACE_MS = 30_000;
/** Live events that have missed a change are not relied on for this time. */
const DISTRUST_MS = 24 * 60 * 60_000;
/** Clocks of this machine and of the content service may differ by this much. */
const CLOCK_TOLERANCE_MS = 60_000;
const MAX_AWAITED = 20_000;

interface ChangeReportsOptions {
  /** Called if a poll has found a change that no live event reported. */
  onMissed(): void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export function createChangeReports({ onMissed, now = Date.now }: ChangeReportsOptions): ChangeReports {
  const startedAt = now();
  /** When the polls found changes that no webhook has delivered yet, by document. */
  const awaitedDeliveries = new Map<string, number>();
  /** When a poll found a change that no live event has reported yet. */
  let awaitsEventSince: number | undefined;
  let connectedAt: number | undefined;
  let lastEventAt = Number.NEGATIVE_INFINITY;
  let missedAt = Number.NEGATIVE_INFINITY;
  let isLastDelivered = false;
  let hasPolled = false;

  const isAfter = (time: number, { updatedAt = '' }: ChangedDocument) =>
    Date.parse(updatedAt) > time + CLOCK_TOLERANCE_MS;
  const endGrace = () => {
    if (awaitsEventSince !== undefined && now() - awaitsEventSince > GRACE_MS) {
      awaitsEventSince = undefined;
      missedAt = now();
      onMissed();
    }
    for (const [id, foundAt] of awaitedDeliveries) {
      if (now() - foundAt <= GRACE_MS) continue;
      awaitedDeliveries.delete(id);
      isLastDelivered = false;
    }
  };

  return {
    connected(isConnected) {
      connectedAt = isConnected ? (connectedAt ?? now()) : undefined;
      awaitsEventSince = undefined;
    },
    eventArrived() {
      lastEventAt = now();
      awaitsEventSince = undefined;
    },
    delivered(id) {
      if (awaitedDeliveries.delete(id)) isLastDelivered = true;
    },
    polled({ changed, delivered, hasDeletions }) {
      hasPolled = true;
      const since = connectedAt;
      const mustHaveEvent =
        since !== undefined && (hasDeletions || changed.some((document) => isAfter(since, document)));
      if (mustHaveEvent && now() - lastEventAt > MAX_SOURCE_LAG_MS) awaitsEventSince ??= now();
      if (delivered.length > 0) isLastDelivered = true;
      for (const document of changed)
        if (
          !delivered.includes(document) &&
          isAfter(startedAt, document) &&
          awaitedDeliveries.size < MAX_AWAITED
        )
          awaitedDeliveries.set(document.id, now());
    },
    pollFailed() {
      hasPolled = false;
    },
    get isConnected() {
      return connectedAt !== undefined;
    },
    reportedBy() {
      endGrace();
      if (connectedAt !== undefined && now() - missedAt > DISTRUST_MS) return 'live_events';
      return isLastDelivered && hasPolled ? 'webhooks' : 'polling';
    },
  };
}
