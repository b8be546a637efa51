import { FOREIGN_REFERENCES } from '../../../core/model/references.ts';
import { type GroqScope, READS_PRIVATE } from './groq.ts';

/**
 * The part of the scope that decides which documents a query returns. Sanity gives documents with a dot in their id to callers
 * with a token only; the gateway has a token, so its queries exclude them for callers without the scope `read:private`. In every
 * perspective, `_id` is the id of the published document: `drafts.` and `versions.` are no part of it.
 */
export type Visibility = Pick<GroqScope, 'readsPrivate'>;

/** The visibility of queries without a caller, such as those for the search index. */
export const PUBLIC_VISIBILITY: Visibility = { readsPrivate: false };

/** Returns the condition that an id has no dot. */
const isPublic = (id: string): string => `${id} in path("*")`;

/** Returns the condition that a document is visible. */
export const isVisible = ({ readsPrivate }: Visibility): string => (readsPrivate ? 'true' : isPublic('_id'));

/** Returns GROQ for the visible documents that meet all conditions; a condition with `||` has parentheses. */
export const documentsWhere = (conditions: readonly string[], { readsPrivate }: Visibility): string =>
  `*[${[...conditions, ...(readsPrivate ? [] : [isPublic('_id')])].join(' && ')}]`;

/**
 * Returns the condition that a value is no reference to another dataset.
 * @param path precedes the attributes of the value, e.g. `author.`; empty for the current value
 */
export const isLocal = (path: string): string =>
  `!defined(${path}_dataset) && !(${path}_type in ${JSON.stringify(FOREIGN_REFERENCES)})`;

/** Returns the condition that a reference is followed: it leads to a visible document of this dataset. */
export const isFollowed = ({ readsPrivate }: Visibility, path = ''): string =>
  readsPrivate ? isLocal(path) : `${isLocal(path)} && ${isPublic(`${path}_ref`)}`;

/** Returns the condition of `isFollowed` as text for projections, which `renderExpression` completes. */
export const isFollowedText = (path = ''): string =>
  `${isLocal(path)} && (${READS_PRIVATE} || ${isPublic(`${path}_ref`)})`;

/** The condition that a document is visible, as text for projections. */
export const IS_VISIBLE_DOCUMENT = `(${READS_PRIVATE} || ${isPublic('_id')})`;

/** The condition that a value is no private document, as text for projections. */
export const IS_VISIBLE_VALUE = `${READS_PRIVATE} || !defined(_id) || ${isPublic('_id')}`;

/** Returns GROQ for the ids in references; null for those that are not followed. @param references GROQ for a list of them */
export const followedIds = (references: string, visibility: Visibility): string =>
  `${references}{"_": select(${isFollowed(visibility)} => _ref)}._`;

/** The attributes of a reference that show why it is not followed. */
export const REFERENCE_ATTRIBUTES = '{_ref, _type, _dataset}';
