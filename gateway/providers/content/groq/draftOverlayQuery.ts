import type { ContentSearch } from '../../../core/context.ts';
import type { Model, ModelType } from '../../../core/model/model.ts';
import type { Groq } from './groq.ts';
import { addPatterns, searchConditions } from './searchConditions.ts';
import { DATE_TIME } from './valueKinds.ts';
import { documentsWhere } from './visibility.ts';

/** Only the newest edited documents of a perspective are searched. */
const MAX_EDITED_DOCUMENTS = 200;

/**
 * Returns GROQ for the edited documents of these types, the newest first: `{id, matches}`, where `matches` is true if the
 * search finds the document. A document is edited if the perspective has a different version than `published`.
 */
export function draftOverlayQuery(model: Model, types: readonly ModelType[], search: ContentSearch): Groq {
  return (scope) => {
    const patterns = addPatterns(search.query, scope.addParam);
    const cases = types.map((type) => {
      const conditions = searchConditions(model, type, search, patterns, scope);
      return `_type == "${type.document?.type}" => ${conditions.length > 0 ? conditions.join(' && ') : 'true'}`;
    });
    const names = scope.addParam(types.flatMap(({ document }) => document?.type ?? []));
    return `${documentsWhere([`_type in ${names}`, '_originalId != _id'], scope)} | order(${DATE_TIME.ordered('_updatedAt')} desc)[0...${MAX_EDITED_DOCUMENTS}]{"id": _id, "matches": coalesce(select(${cases.join(', ')}), false)}`;
  };
}
