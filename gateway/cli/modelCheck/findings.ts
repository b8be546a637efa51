/** Values of documents that do not fit the model, of one kind at one path. */
export interface Finding {
  /** The `_type` of the documents and the path in them, e.g. `page.content[].background`. */
  readonly path: string;
  readonly expected: string;
  /** The kind of the values, e.g. `string` or `object hero`. */
  readonly found: string;
  readonly count: number;
  /** The `_id`s of the first documents. */
  readonly documents: readonly string[];
}

/** A name that the model does not have, and how often the documents have it. */
export interface UnknownName {
  readonly name: string;
  readonly count: number;
}

/** The result of a comparison of documents with a model. */
export interface ModelReport {
  /** The number of documents of the model's types. */
  readonly documents: number;
  readonly faults: readonly Finding[];
  /** Names in the model that no document has: types, fields, members of unions, values of enums. */
  readonly unused: readonly string[];
  readonly unknownTypes: readonly UnknownName[];
  /** Attributes without a field, e.g. `page.seo`. A field was perhaps renamed. */
  readonly unknownAttributes: readonly UnknownName[];
  /** The `_type`s of objects in rich text that the model does not declare. Clients read them as `UnknownRichTextNode`. */
  readonly unknownRichText: readonly UnknownName[];
}

/** Documents named in a finding. */
const MAX_EXAMPLES = 3;
/** Different findings, and different unknown names. Further ones are not listed. */
const MAX_FINDINGS = 1_000;

/** Collects findings by path and kind. */
export class Findings {
  readonly #byKey = new Map<string, { finding: Finding; documents: string[]; count: number }>();

  add(document: string, path: string, expected: string, found: string): void {
    const key = `${path} ${expected} ${found}`;
    const known = this.#byKey.get(key);
    if (!known && this.#byKey.size >= MAX_FINDINGS) return;
    const { count, documents, finding } = known ?? {
      finding: { path, expected, found, count: 0, documents: [] },
      documents: [],
      count: 0,
    };
    if (documents.length < MAX_EXAMPLES && !documents.includes(document)) documents.push(document);
    this.#byKey.set(key, { finding, documents, count: count + 1 });
  }

  /** Returns the findings by path, the most frequent kind of a path first. */
  list(): readonly Finding[] {
    return [...this.#byKey.values()]
      .map(({ finding, documents, count }) => ({ ...finding, documents, count }))
      .toSorted((a, b) => a.path.localeCompare(b.path) || b.count - a.count);
  }
}

/** Counts names. */
export class Counts {
  readonly #counts = new Map<string, number>();

  add(name: string): void {
    const count = this.#counts.get(name);
    if (count === undefined && this.#counts.size >= MAX_FINDINGS) return;
    this.#counts.set(name, (count ?? 0) + 1);
  }

  list(): readonly UnknownName[] {
    return [...this.#counts]
      .map(([name, count]) => ({ name, count }))
      .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name));
  }
}
