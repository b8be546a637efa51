import type { Change } from '../changes.ts';
import type { Item, Queue } from '../queue/queue.ts';

/** A piece of index work. Work of the same name waits only once, and is never done twice at the same time. */
export type Chore =
  /** News of a document, with what it told: what is made of the document follows. */
  | (DocumentNews & { readonly kind: 'document' })
  /** The record of a document, which is as of `updatedAt` or later where news told a time. */
  | { readonly kind: 'record'; readonly id: string; readonly updatedAt?: string | undefined }
  /** The moments of a document's films; `asset` is the one of which there was news. */
  | { readonly kind: 'moments'; readonly id: string; readonly asset?: string | undefined }
  /** News of a media asset: the moments of the documents that bear it follow. */
  | { readonly kind: 'asset'; readonly id: string }
  /** The completions, which depend on every title. */
  | { readonly kind: 'suggestions'; readonly id: '' }
  /** What no news told, found by comparing an index with its sources. */
  | { readonly kind: 'compare'; readonly id: 'documents' | 'moments' };

/** What is known of a document that has changed. */
export type DocumentNews = Change['documents'][number];

/**
 * Milliseconds during which changes gather before the completions are counted anew or an index is compared: both read
 * every document.
 */
const GATHERING = 30_000;
const gathers: readonly Chore['kind'][] = ['suggestions', 'compare'];

/** Puts chores on the list; they are durable when the promise resolves. */
export const addChores = (
  queue: Queue,
  chores: readonly Chore[],
  { gathering = GATHERING } = {},
): Promise<void> =>
  queue.addAll(
    chores.map(({ kind, id, ...rest }) => ({
      key: `${kind}:${id}`,
      body: JSON.stringify(rest),
      delay: gathers.includes(kind) ? gathering : 0,
    })),
  );

/** The chore an item of the list stands for. */
export function choreOf({ key, body }: Pick<Item, 'key' | 'body'>): Chore {
  const at = key.indexOf(':');
  return { ...JSON.parse(body), kind: key.slice(0, at), id: key.slice(at + 1) } as Chore;
}

/** What a change asks of the index. */
export const choresOf = ({ documents, assets, everything }: Change): readonly Chore[] => [
  ...documents.map((news): Chore => ({ kind: 'document', ...news })),
  ...assets.map(({ id }): Chore => ({ kind: 'asset', id })),
  // What was missed may have been a deletion, which leaves no trace in the content.
  ...(everything ? [{ kind: 'compare', id: 'documents' } as const] : []),
];
