/** A document as it is stored. */
export interface Doc {
  readonly _id: string;
  readonly _type: string;
  readonly _createdAt: string;
  readonly _updatedAt: string;
  readonly [attribute: string]: unknown;
}

/** The published documents of a dataset, without any index: what is looked for is looked for in all of them. */
export class Library {
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

  /** The document a reference leads to; undefined for what is no reference, or a dangling one. */
  follow(reference: unknown): Doc | undefined {
    const { _ref } = (reference ?? {}) as { _ref?: unknown };
    return typeof _ref === 'string' ? this.get(_ref) : undefined;
  }
}

/** What stands for a list: the list, and nothing where there is none. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
