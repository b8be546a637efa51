import type { Document } from '../documents/document.ts';
import { RAW } from '../documents/perspective.ts';
import { isRelease, type Release } from '../documents/release.ts';
import { publishRelease } from '../mutations/releaseActions.ts';
import { commitTransaction, newTransactionId } from '../mutations/transaction.ts';
import type { Dataset } from './dataset.ts';

/** Maximum delay of a timer of Node. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Publishes the scheduled releases of a dataset at their times. */
export class ReleaseSchedule {
  readonly #dataset: Dataset;
  readonly #unsubscribe: () => void;
  /** Times of the scheduled releases in epoch milliseconds, by the ids of their documents. */
  readonly #times = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(dataset: Dataset) {
    this.#dataset = dataset;
    this.#unsubscribe = dataset.store.subscribe(({ changes }) => {
      for (const { before, after } of changes)
        for (const release of [before, after]) if (isRelease(release)) this.#update(release, after);
    });
  }

  /** Reads the scheduled releases after all documents were replaced. */
  reload(): void {
    this.#times.clear();
    for (const document of this.#dataset.store.all())
      if (isRelease(document)) this.#update(document, document);
    this.#restartTimer();
  }

  /** Publishes nothing more. */
  close(): void {
    this.#unsubscribe();
    clearTimeout(this.#timer);
  }

  #update({ _id }: Document, after: Document | undefined): void {
    const { state, publishAt }: Partial<Release> = isRelease(after) ? after : {};
    const time = state === 'scheduled' && typeof publishAt === 'string' ? Date.parse(publishAt) : Number.NaN;
    // A seed or a mutation may write any value. A release without a time stays scheduled.
    if (Number.isNaN(time)) this.#times.delete(_id);
    else this.#times.set(_id, time);
    this.#restartTimer();
  }

  #restartTimer(): void {
    clearTimeout(this.#timer);
    if (this.#times.size === 0) return;
    const delay = Math.min(...this.#times.values()) - Date.now();
    this.#timer = setTimeout(() => this.#publishDue(), Math.min(Math.max(0, delay), MAX_DELAY_MS));
    this.#timer.unref();
  }

  #publishDue(): void {
    const now = Date.now();
    const due = [...this.#times].filter(([, time]) => time <= now).sort(([, a], [, b]) => a - b);
    for (const [id] of due) this.#publish(id);
    this.#restartTimer();
  }

  /** Publishes a release. One that cannot be published becomes active again, with the reason as its `error`. */
  #publish(id: string): void {
    const { store, releaseArchive: archive } = this.#dataset;
    try {
      this.#commit(function* plan(transaction) {
        const release = store.get(id) as Release;
        for (const mutation of publishRelease(release, { transaction, archive, index: 0 }))
          yield { mutation, index: 0 };
      });
    } catch (error) {
      const set = { state: 'active', error: { message: (error as Error).message } };
      this.#commit(() => [{ mutation: { patch: { id, set, unset: ['publishAt'] } }, index: 0 }]);
    }
  }

  #commit(plan: Parameters<typeof commitTransaction>[3]): void {
    const { store, projectId, dataset } = this.#dataset;
    const options = {
      dryRun: false,
      autoGenerateArrayKeys: false,
      identity: '<system>',
      sanity: { projectId, dataset },
      selection: RAW,
    };
    commitTransaction(store, newTransactionId(), options, plan);
  }
}
