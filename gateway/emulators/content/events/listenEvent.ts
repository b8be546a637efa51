import type { Document } from '../documents/document.ts';
import type { DocumentChange, TransactionEvent } from '../documents/store.ts';
import { formatEvent } from './eventStream.ts';

/** The options of a listener. */
export interface ListenOptions {
  matches(document: Document): boolean;
  /** Time of events: on commit, or when queries see the change. */
  visibility: 'transaction' | 'query';
  /** Returns whether the listener receives changes of the document with an id. */
  includes(id: string): boolean;
  withResult: boolean;
  withPrevious: boolean;
  withMutations: boolean;
  withEffects: boolean;
}

type Transition = 'appear' | 'update' | 'disappear';

/** Formats a transaction for a listener: one event for each document that matches before or after. */
export function formatMutationEvents(event: TransactionEvent, options: ListenOptions): string[] {
  const matching = event.changes.flatMap((change) => {
    const transition = options.includes(change.id) ? transitionOf(change, options) : undefined;
    return transition === undefined ? [] : [{ change, transition }];
  });
  return matching.map(({ change, transition }, i) => {
    const head = {
      eventId: `${event.transactionId}#${change.id}`,
      documentId: change.id,
      transactionId: event.transactionId,
      transition,
      identity: event.identity,
      ...(change.before !== undefined && { previousRev: change.before._rev }),
      ...(change.after !== undefined && { resultRev: change.after._rev }),
      timestamp: event.timestamp,
      visibility: options.visibility,
      transactionTotalEvents: matching.length,
      transactionCurrentEvent: i + 1,
    };
    const data = `{${[JSON.stringify(head).slice(1, -1), ...detailsOf(change, options)].join(',')}}`;
    return formatEvent({ event: 'mutation', id: head.eventId, data });
  });
}

function transitionOf({ before, after }: DocumentChange, { matches }: ListenOptions): Transition | undefined {
  const was = before !== undefined && matches(before);
  const is = after !== undefined && matches(after);
  if (was && is) return 'update';
  if (is) return 'appear';
  return was ? 'disappear' : undefined;
}

function* detailsOf(change: DocumentChange, options: ListenOptions): Generator<string> {
  const { before, after } = change;
  if (options.withMutations) yield `"mutations":${jsonOf(change, 'mutations')}`;
  if (options.withResult && after !== undefined) yield `"result":${jsonOf(change, 'after')}`;
  if (options.withPrevious) yield `"previous":${jsonOf(change, 'before')}`;
  if (options.withEffects) yield `"effects":{"apply":${effectOf(after)},"revert":${effectOf(before)}}`;
}

/**
 * Returns a Mendoza patch that replaces the whole document (https://github.com/sanity-io/mendoza), without
 * its revision.
 */
function effectOf(document: Document | undefined): string {
  if (document === undefined) return '[0,null]';
  const { _rev, ...content } = document;
  return `[0,${JSON.stringify(content)}]`;
}

type Part = 'before' | 'after' | 'mutations';

const serialized = new WeakMap<DocumentChange, Partial<Record<Part, string>>>();

/** Returns a part of a change as JSON, which is serialized once for all listeners. */
function jsonOf(change: DocumentChange, part: Part): string {
  const parts = serialized.get(change) ?? {};
  serialized.set(change, parts);
  parts[part] ??= JSON.stringify(change[part] ?? null);
  return parts[part];
}
