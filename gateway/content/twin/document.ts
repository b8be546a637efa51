/** A document of the content service, as it travels: plain JSON with the attributes the service itself keeps. */
export interface Document {
  _id: string;
  _type: string;
  _rev: string;
  _createdAt: string;
  _updatedAt: string;
  [attribute: string]: unknown;
}

/** What the indexes, the tags and the checks on references need to know of a document. */
interface Facts {
  type: string;
  /** `slug.current`, where it is a string. */
  slug: string | undefined;
  /** Every document it refers to, however deep. */
  refs: ReadonlySet<string>;
  /** The same with the place of each, e.g. `credits[].person person-lorenz`. */
  refsAt: ReadonlySet<string>;
  /** Those of them that must exist: neither weak nor in another dataset. */
  strongRefs: ReadonlySet<string>;
}

const known = new WeakMap<object, Facts>();

/** The document's facts; worked out once, since a stored document is never changed in place. */
export function factsOf(document: Document): Facts {
  let facts = known.get(document);
  if (facts === undefined) {
    const slug = (document.slug as { current?: unknown } | null | undefined)?.current;
    const found = { refs: new Set<string>(), refsAt: new Set<string>(), strongRefs: new Set<string>() };
    collectRefs(document, '', found);
    facts = { type: document._type, slug: typeof slug === 'string' ? slug : undefined, ...found };
    known.set(document, facts);
  }
  return facts;
}

/** Names a reference to a document at a place, as `refsAt` does. */
export function refAt(path: string, id: string): string {
  return `${path} ${id}`;
}

/** Sees what GROQ's `references()` sees: an object with a `_ref` is not searched any deeper. */
function collectRefs(
  value: unknown,
  path: string,
  found: Record<'refs' | 'refsAt' | 'strongRefs', Set<string>>,
): void {
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) {
    for (const item of value) collectRefs(item, `${path}[]`, found);
    return;
  }
  const { _ref, _weak, _dataset } = value as { _ref?: unknown; _weak?: unknown; _dataset?: unknown };
  if (typeof _ref === 'string' && _ref !== '') {
    found.refs.add(_ref);
    found.refsAt.add(refAt(path, _ref));
    if (_weak !== true && _dataset === undefined) found.strongRefs.add(_ref);
    return;
  }
  for (const [name, inner] of Object.entries(value))
    if (typeof inner === 'object') collectRefs(inner, path === '' ? name : `${path}.${name}`, found);
}

/** `drafts.x` and `versions.summer.x` are versions of `x`; everything else is itself. */
export function publishedId(id: string): string {
  if (id.startsWith('drafts.')) return id.slice('drafts.'.length);
  if (!id.startsWith('versions.')) return id;
  const [, release, ...rest] = id.split('.');
  return release !== undefined && rest.length > 0 ? rest.join('.') : id;
}

/** Whether the document is what readers see: neither a draft nor a version in a release. */
export function isPublished(id: string): boolean {
  return publishedId(id) === id;
}
