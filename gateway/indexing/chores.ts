import type { Change } from '../changes.ts';
import type { Item, Queue } from '../queue/queue.ts';

/** A piece of index work. Work of the same name waits only once, and is never done twice at the same time. */
export type Chore =
  /** News of a document: what is made of it follows. Its `_type` and the time of the change stand where news told. */
  | {
      readonly kind: 'document';
      readonly id: string;
      readonly type?: string | undefined;
      readonly updatedAt?: string | undefined;
    }
  /** The record of a document. */
  | { readonly kind: 'record'; readonly id: string }
  /** The moments of a document's films. */
  | { readonly kind: 'moments'; readonly id: string }
  /** News of a media asset: the moments of the documents that bear it follow. */
  | { readonly kind: 'asset'; readonly id: string }
  /** The completions, which depend on every title. */
  | { readonly kind: 'suggestions'; readonly id: '' };

/** Milliseconds during which changes gather before the completions are counted anew, which reads every document. */
const GATHERING = 30_000;

/** Puts chores on the list; they are durable when the promise resolves. */
export async function addChores(queue: Queue, chores: readonly Chore[]): Promise<void> {
  for (const chore of chores) {
    const { kind, id, ...rest } = chore;
    const delay = kind === 'suggestions' ? GATHERING : 0;
    await queue.add(`${kind}:${id}`, JSON.stringify(rest), { delay });
  }
}

/** The chore an item of the list stands for. */
export function choreOf({ key, body }: Item): Chore {
  const at = key.indexOf(':');
  return { kind: key.slice(0, at), id: key.slice(at + 1), ...JSON.parse(body) } as Chore;
}

/** What a change asks of the index. */
export const choresOf = ({ documents, assets }: Pick<Change, 'documents' | 'assets'>): readonly Chore[] => [
  ...documents.map(({ id, type, updatedAt }): Chore => ({ kind: 'document', id, type, updatedAt })),
  ...assets.map(({ id }): Chore => ({ kind: 'asset', id })),
];
