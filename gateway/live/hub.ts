import { LRUCache } from 'lru-cache';
import type { ChangedDocument, Changes } from '../changes.ts';
import type { Model } from '../model/model.ts';
import { type AssetNews, createAssetNews } from './assetNews.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import type { AssetSource } from './seeker.ts';

/** A document of which there is news; its id is the content service's own. */
export interface DocumentNews {
  readonly id: string;
  /** Its `_type`, which is one of the model's. */
  readonly type: string;
}

/** Hands what changes to those who are subscribed to it in this gateway. */
export interface LiveHub {
  /**
   * Every change to a document of these `_type`s.
   * @param onFull called when the subscriber takes so little that news would pile up
   */
  documents(types: readonly string[], onFull: () => void): Mailbox<DocumentNews>;
  readonly asset: AssetNews['watch'];
  /** Hears when news has been missed: what subscribers know may be out of date. Returns how to stop. */
  onGap(listener: () => void): () => void;
  /** Takes what it hands on from these. */
  follow(changes: Pick<Changes, 'listen'>, assets: AssetSource): void;
  readonly subscribers: number;
}

/** Milliseconds in which several changes to one document become one news. */
const SETTLE = 25;
/** Documents that wait for one subscriber at most. */
const MOST_WAITING = 1000;
/** Documents whose last revision is remembered: webhooks, sweeps and other gateways may all tell the same. */
const MOST_REMEMBERED = 10_000;

interface HubOptions {
  readonly settle?: number;
  readonly mostWaiting?: number;
}

/** A hub for a model's documents. */
export function createLiveHub(
  model: Pick<Model, 'typeOfDocument'>,
  { settle = SETTLE, mostWaiting: most = MOST_WAITING }: HubOptions = {},
): LiveHub {
  const readers = new Map<Mailbox<DocumentNews>, ReadonlySet<string>>();
  const assets = createAssetNews();
  const gaps = new Set<() => void>();
  const told = new LRUCache<string, ChangedDocument>({ max: MOST_REMEMBERED });

  /** Whether there is something about a document that was not there when it was told last. */
  const isNews = (document: ChangedDocument): boolean => {
    const { id, revision, updatedAt } = document;
    const last = told.get(id);
    if (revision !== undefined && last?.revision === revision) return false;
    if (updatedAt !== undefined && last?.updatedAt !== undefined && updatedAt < last.updatedAt) return false;
    told.set(id, document);
    return true;
  };

  return {
    documents(types, onFull) {
      const onClosed = () => void readers.delete(mailbox);
      const mailbox = createMailbox<DocumentNews>({ settle, most, onFull, onClosed });
      readers.set(mailbox, new Set(types));
      return mailbox;
    },
    asset: assets.watch,
    onGap(listener) {
      gaps.add(listener);
      return () => gaps.delete(listener);
    },
    follow(changes, source) {
      assets.readFrom(source);
      changes.listen((change) => {
        for (const document of change.documents) {
          const { id, type } = document;
          if (type !== undefined && model.typeOfDocument.has(type) && isNews(document))
            for (const [mailbox, types] of readers) if (types.has(type)) mailbox.put(id, { id, type });
        }
        for (const changed of change.assets) assets.tell(changed);
        if (change.everything) for (const listener of gaps) listener();
      });
    },
    get subscribers() {
      return readers.size + assets.watchers;
    },
  };
}
