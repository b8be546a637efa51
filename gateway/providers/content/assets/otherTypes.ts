import type { Model } from '../../../core/model/model.ts';
import { FOREIGN_REFERENCES } from '../../../core/model/references.ts';
import { CORE_MEMBERS } from '../../../core/model/unionMembers.ts';

/**
 * Returns whether values of a `_type` are other values than images, files and videos. Studios give names of their own to types
 * that extend these three types.
 */
export type IsOtherType = (type: unknown) => boolean;

/** The types of Sanity. An image in the place of a file is another kind too. */
const SANITY_TYPES: ReadonlySet<unknown> = new Set([
  ...CORE_MEMBERS.keys(),
  ...FOREIGN_REFERENCES,
  'reference',
  'slug',
  'span',
]);
/** Documents of assets, in the place of references to them. */
const SANITY_PREFIX = 'sanity.';

/** Creates the function for a model. A type with a field that is the whole object extends the type of that field. */
export function otherTypes(model: Pick<Model, 'types'>): IsOtherType {
  const own = [...model.types.values()].filter(
    ({ fields }) =>
      ![...fields.values()].some(({ source }) => source.kind === 'groq' && source.expr.trim() === '@'),
  );
  const names = new Set<unknown>(own.map(({ typeAttribute }) => typeAttribute));
  return (type) =>
    SANITY_TYPES.has(type) || names.has(type) || (typeof type === 'string' && type.startsWith(SANITY_PREFIX));
}
