/** A document as it is stored. */
export interface Doc {
  readonly _id: string;
  readonly _type: string;
  readonly _createdAt: string;
  readonly _updatedAt: string;
  readonly [attribute: string]: unknown;
}

/** The published documents of a dataset. Lookups scan all documents. */
export class Dataset {
  readonly documents: readonly Doc[];

  constructor(documents: readonly Doc[]) {
    this.documents = documents.filter(({ _id }) => !/^(drafts|versions)\./.test(_id));
  }

  get(id: unknown): Doc | undefined {
    return this.documents.find(({ _id }) => _id === id);
  }

  ofType(type: string | undefined): readonly Doc[] {
    return this.documents.filter(({ _type }) => _type === type);
  }

  /** Returns the target of a reference; undefined for a dangling reference or another value. */
  dereference(reference: unknown): Doc | undefined {
    const { _ref } = (reference ?? {}) as { _ref?: unknown };
    return typeof _ref === 'string' ? this.get(_ref) : undefined;
  }
}

/** Returns an array unchanged, and an empty array for any other value. */
export const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
