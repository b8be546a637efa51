import type { ContentSearch } from '../../../core/context.ts';
import type { Model, ModelType } from '../../../core/model/model.ts';
import type { Groq } from './groq.ts';
import { searchConditions, wordPatterns } from './searchConditions.ts';

/** Documents of a perspective that are looked through; the newest are. */
const MOST_EDITED = 200;

/**
 * The documents of these types that are another version than the published one, the newest first, and of each whether
 * it is what is searched for: `{id, matches}`. A word is found where a text field has one that begins with it.
 */
export function draftOverlayQuery(model: Model, types: readonly ModelType[], search: ContentSearch): Groq {
  const words = wordPatterns(search.query);
  return (scope) => {
    const patterns = words.length > 0 ? scope.param(words) : undefined;
    const cases = types.map((type) => {
      const conditions = searchConditions(model, type, search, patterns, scope.param);
      return `_type == "${type.document?.type}" => ${conditions.length > 0 ? conditions.join(' && ') : 'true'}`;
    });
    const names = scope.param(types.flatMap(({ document }) => document?.type ?? []));
    return `*[_type in ${names} && _originalId != _id] | order(_updatedAt desc)[0...${MOST_EDITED}]{"id": _id, "matches": coalesce(select(${cases.join(', ')}), false)}`;
  };
}
