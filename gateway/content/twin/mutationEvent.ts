import { type Document, isPublished } from './document.ts';
import { frameOf } from './eventStream.ts';
import type { DocumentChange, TransactionEvent } from './store.ts';

/** What a listener wants to hear, and how much of it. */
export interface Listening {
  matches(document: Document): boolean;
  /** Whether it is told on commit, or when queries see what changed. */
  visibility: 'transaction' | 'query';
  /** `published` leaves out drafts and versions, `public` every id with a dot. */
  scope: 'all' | 'published' | 'public';
  withResult: boolean;
  withPrevious: boolean;
  withMutations: boolean;
  withEffects: boolean;
}

type Transition = 'appear' | 'update' | 'disappear';

/** A transaction as a listener hears of it: an event for each document that is or was among those it listens for. */
export function mutationFrames(event: TransactionEvent, listening: Listening): string[] {
  const heard = event.changes.flatMap((change) => {
    const transition = isAudible(change.id, listening) ? transitionOf(change, listening) : undefined;
    return transition === undefined ? [] : [{ change, transition }];
  });
  return heard.map(({ change, transition }, i) => {
    const head = {
      eventId: `${event.transactionId}#${change.id}`,
      documentId: change.id,
      transactionId: event.transactionId,
      transition,
      identity: event.identity,
      ...(change.before !== undefined && { previousRev: change.before._rev }),
      ...(change.after !== undefined && { resultRev: change.after._rev }),
      timestamp: event.timestamp,
      visibility: listening.visibility,
      transactionTotalEvents: heard.length,
      transactionCurrentEvent: i + 1,
    };
    const data = `{${[JSON.stringify(head).slice(1, -1), ...detailsOf(change, listening)].join(',')}}`;
    return frameOf({ event: 'mutation', id: head.eventId, data });
  });
}

function isAudible(id: string, { scope }: Listening): boolean {
  if (scope === 'all') return true;
  return scope === 'published' ? isPublished(id) : !id.includes('.');
}

function transitionOf({ before, after }: DocumentChange, { matches }: Listening): Transition | undefined {
  const was = before !== undefined && matches(before);
  const is = after !== undefined && matches(after);
  if (was && is) return 'update';
  if (is) return 'appear';
  return was ? 'disappear' : undefined;
}

function* detailsOf(change: DocumentChange, listening: Listening): Generator<string> {
  const { before, after } = change;
  if (listening.withMutations) yield `"mutations":${jsonOf(change, 'mutations')}`;
  if (listening.withResult && after !== undefined) yield `"result":${jsonOf(change, 'after')}`;
  if (listening.withPrevious) yield `"previous":${jsonOf(change, 'before')}`;
  if (listening.withEffects) yield `"effects":{"apply":${effectOf(after)},"revert":${effectOf(before)}}`;
}

/**
 * A Mendoza patch that puts one value in place of another (https://github.com/sanity-io/mendoza); revisions are not
 * part of it.
 */
function effectOf(document: Document | undefined): string {
  if (document === undefined) return '[0,null]';
  const { _rev, ...content } = document;
  return `[0,${JSON.stringify(content)}]`;
}

type Part = 'before' | 'after' | 'mutations';

const known = new WeakMap<DocumentChange, Partial<Record<Part, string>>>();

/** A part of a change as JSON; written once for all listeners. */
function jsonOf(change: DocumentChange, part: Part): string {
  const parts = known.get(change) ?? {};
  known.set(change, parts);
  parts[part] ??= JSON.stringify(change[part] ?? null);
  return parts[part];
}
