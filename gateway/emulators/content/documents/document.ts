/** A document in the API's format: JSON with the system attributes. */
export interface Document {
  _id: string;
  _type: string;
  _rev: string;
  _createdAt: string;
  _updatedAt: string;
  [attribute: string]: unknown;
}

/** The ids that a document references. */
interface References {
  all: Set<string>;
  /** Ids of references that must resolve: neither weak nor to another dataset. */
  strong: Set<string>;
}

const referencesByDocument = new WeakMap<Document, References>();

/**
 * Returns the references of a document. They are cached, because a stored document never changes in place.
 */
export function referencesOf(document: Document): References {
  let references = referencesByDocument.get(document);
  if (references === undefined) {
    references = { all: new Set(), strong: new Set() };
    collectReferences(document, references);
    referencesByDocument.set(document, references);
  }
  return references;
}

/**
 * Collects the references that GROQ's `references()` finds: it does not search inside an object with a
 * `_ref`.
 */
function collectReferences(value: unknown, references: References): void {
  if (value === null || typeof value !== 'object') return;
  const { _ref, _weak, _dataset } = value as { _ref?: unknown; _weak?: unknown; _dataset?: unknown };
  if (typeof _ref !== 'string' || _ref === '') {
    for (const part of Object.values(value)) collectReferences(part, references);
    return;
  }
  references.all.add(_ref);
  // The id of a document of another service has colons, e.g. of Sanity's media library.
  if (_weak !== true && _dataset === undefined && !_ref.includes(':')) references.strong.add(_ref);
}

/**
 * Returns the published id: `drafts.x` and `versions.summer.x` are versions of `x`; every other id is its
 * own.
 */
export function publishedId(id: string): string {
  if (id.startsWith('drafts.')) return id.slice('drafts.'.length);
  if (!id.startsWith('versions.')) return id;
  const [, release, ...rest] = id.split('.');
  return release !== undefined && rest.length > 0 ? rest.join('.') : id;
}

/** Returns whether the id names a draft or a version in a release. */
export function isVersion(id: string): boolean {
  return publishedId(id) !== id;
}

/** Returns whether the id names a system document, e.g. a release. */
function isSystem(id: string): boolean {
  return id.startsWith('_.');
}

/** Returns whether the id is a published one: neither a draft, nor a version in a release, nor a document of the system. */
export function isPublished(id: string): boolean {
  return !isVersion(id) && !isSystem(id);
}

/** Returns whether a version deletes its document: in the perspective of its release, and when the release is published. */
export function isDeletion(version: Document): boolean {
  return (version._system as { delete?: unknown } | null | undefined)?.delete === true;
}
