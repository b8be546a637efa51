/** The document with a value, and its path. */
export interface ValueLocation {
  /** The `_id` of the document. */
  readonly document: string;
  /** See `Finding.path`. */
  readonly path: string;
}

/** Values of documents that do not fit the model, of one kind at one path. */
export interface Finding {
  /** The `_type` of the documents and the path in them, e.g. `page.content[].background`. */
  readonly path: string;
  readonly expected: string;
  /** The kind of the values, e.g. `string` or `object hero`. */
  readonly found: string;
  /** The first texts that an enum lacks, cut. */
  readonly choices?: readonly string[];
  readonly count: number;
  /** The `_id`s of the first documents. */
  readonly documents: readonly string[];
  /** True if further documents have such values. */
  readonly hasMoreDocuments?: boolean;
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
  readonly mismatches: readonly Finding[];
  /** Texts whose letters are not composed (NFC). Filters and lookups find them in some forms only. */
  readonly notComposed: readonly Finding[];
  /** Names in the model that no document has: types, fields, members of unions, values of enums. */
  readonly unused: readonly string[];
  /** Fields whose `@groq` reads documents of unknown types, e.g. `Page.link`: every edit refetches their responses. */
  readonly refetched: readonly string[];
  /** Fields that remove the field of their name from the interface `Document` of all types, e.g. `Product.label`. */
  readonly conflictingFields: readonly string[];
  readonly unknownTypes: readonly UnknownName[];
  /** Attributes without a field, e.g. `page.seo`. A field was perhaps renamed. */
  readonly unknownAttributes: readonly UnknownName[];
  /** The `_type`s of objects in rich text that the model does not declare. Clients read them as `UnknownRichTextNode`. */
  readonly unknownRichText: readonly UnknownName[];
}

/** Documents named in a finding. */
const MAX_EXAMPLES = 3;
/** Choices named in a finding, and the characters of each. */
const MAX_CHOICES = 10;
const MAX_CHOICE_CHARACTERS = 80;
/** Different findings, and different unknown names. Further findings and names are not listed. */
const MAX_FINDINGS = 1_000;

/** The values of a finding. */
interface Group {
  readonly finding: Pick<Finding, 'path' | 'expected' | 'found'>;
  readonly documents: Set<string>;
  readonly choices: Set<string>;
  hasMoreDocuments: boolean;
  count: number;
}

/** Collects findings by path and kind. */
export class Findings {
  readonly #byKey = new Map<string, Group>();

  /** @param choice the text that an enum lacks */
  add(
    { document, path }: ValueLocation,
    { expected, found }: Pick<Finding, 'expected' | 'found'>,
    choice?: string,
  ): void {
    const key = `${path} ${expected} ${found}`;
    const known = this.#byKey.get(key);
    if (!known && this.#byKey.size >= MAX_FINDINGS) return;
    const finding = { path, expected, found };
    const group = known ?? {
      finding,
      documents: new Set(),
      choices: new Set(),
      hasMoreDocuments: false,
      count: 0,
    };
    this.#byKey.set(key, group);
    group.count += 1;
    if (group.documents.size < MAX_EXAMPLES) group.documents.add(document);
    else if (!group.documents.has(document)) group.hasMoreDocuments = true;
    if (choice !== undefined && group.choices.size < MAX_CHOICES)
      group.choices.add(choice.slice(0, MAX_CHOICE_CHARACTERS));
  }

  /** Returns the findings by path, the most frequent kind of a path first. */
  list(): readonly Finding[] {
    return [...this.#byKey.values()]
      .map(
        ({ finding, documents, choices, hasMoreDocuments, count }): Finding => ({
          ...finding,
          ...(choices.size > 0 && { choices: [...choices] }),
          count,
          documents: [...documents],
          ...(hasMoreDocuments && { hasMoreDocuments }),
        }),
      )
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
      .map(([name, count]): UnknownName => ({ name, count }))
      .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name));
  }
}
