import fc from 'fast-check';
import { lowerFirst, type Model } from '../../gateway/core/model/model.ts';
import { toGlobalId } from '../../gateway/core/relay.ts';
import type { Dataset, Doc } from './dataset.ts';
import { trueWithProbability } from './probability.ts';

/** Creates arbitrary documents of a dataset, and their slugs and ids. */
export class DocumentArbitrary {
  readonly #model: Model;
  readonly #dataset: Dataset;

  constructor(model: Model, dataset: Dataset) {
    this.#model = model;
    this.#dataset = dataset;
  }

  /** Returns an arbitrary document; undefined if there is none of the type. */
  document(type?: string): fc.Arbitrary<Doc | undefined> {
    const documents = type ? this.#dataset.ofType(type) : this.#dataset.documents;
    const known = documents.filter((doc) => this.#model.typeOfDocument.has(doc._type));
    return known.length > 0 ? fc.constantFrom(...known) : fc.constant(undefined);
  }

  slug(type: string | undefined): fc.Arbitrary<string> {
    return this.document(type).map((doc) => slugOf(doc) ?? 'unknown');
  }

  globalId(typeName?: string): fc.Arbitrary<string> {
    const names = typeName ? [typeName] : this.#model.documents.map(({ name }) => name);
    const missing = fc.constantFrom(...names).map((name) => toGlobalId(name, 'missing'));
    const doc = this.document(typeName && this.#model.types.get(typeName)?.document?.type);
    const existing = fc.tuple(doc, trueWithProbability(0.1)).map(([found, isDraft]) => {
      if (!found) return toGlobalId(names[0] as string, 'missing');
      const name = this.#model.typeOfDocument.get(found._type) as string;
      return toGlobalId(name, isDraft ? `drafts.${lowerFirst(name)}-0` : found._id);
    });
    return fc.oneof({ weight: 9, arbitrary: existing }, { weight: 1, arbitrary: missing });
  }
}

/** Returns the slug of a document. */
export const slugOf = (doc: Doc | undefined) => (doc?.slug as { current?: string } | undefined)?.current;
