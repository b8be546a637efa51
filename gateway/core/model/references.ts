/**
 * Returns whether a document is private by its id. Sanity gives documents with a dot in their id to callers with a token only
 * (https://www.sanity.io/docs/content-lake/ids). Drafts and release versions are known by the ids of their documents.
 */
export const isPrivateId = (id: string): boolean => id.includes('.');

/** The `_type`s of references to documents of other datasets, whose ids other documents of this dataset may have. */
export const FOREIGN_REFERENCES = ['crossDatasetReference', 'globalDocumentReference'] as const;

/** Returns whether a stored value is a reference to a document of another dataset. */
export const isForeignReference = ({ _type, _dataset }: Readonly<Record<string, unknown>>): boolean =>
  (_dataset !== undefined && _dataset !== null) || FOREIGN_REFERENCES.some((type) => type === _type);

/** Returns whether a stored or projected value is a reference for which no document has been chosen: the Studio stores its `_type` only. */
export const isUnchosenReference = ({
  _ref,
  _type,
  _dataset,
  '@type': type = _type,
}: Readonly<Record<string, unknown>>): boolean =>
  type === 'reference' &&
  (_ref === undefined || _ref === null) &&
  (_dataset === undefined || _dataset === null);
