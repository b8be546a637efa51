import type { ContentSearch, Slice } from '../../../core/context.ts';
import { labelField, type Model, type ModelType } from '../../../core/model/model.ts';
import type { Groq } from './groq.ts';
import { fieldGroq } from './groq.ts';
import { addPatterns, matchesPatterns, searchConditions } from './searchConditions.ts';
import { DATE_TIME } from './valueKinds.ts';
import { documentsWhere } from './visibility.ts';

/**
 * Returns GROQ for a slice of the search results and the number of results per type: `{totals, ids}`, the totals in the order
 * of the types. Results with a matching title come first, then newer before older.
 */
export function fallbackSearchQuery(
  model: Model,
  types: readonly ModelType[],
  search: ContentSearch,
  { offset, length }: Slice,
): Groq {
  return (scope) => {
    scope.addDocumentTypes(types.map(documentTypeOf));
    const patterns = addPatterns(search.query, scope.addParam);
    const conditions = types.map((type) =>
      [`_type == "${documentTypeOf(type)}"`, ...searchConditions(model, type, search, patterns, scope)].join(
        ' && ',
      ),
    );
    const totals = conditions.map((condition) => `count(${documentsWhere([condition], scope)})`);
    const included = conditions.filter((_, i) => search.includesType(documentTypeOf(types[i] as ModelType)));
    const order = [
      ...(patterns.length > 0 ? [`${titleRank(types, patterns)} asc`] : []),
      `${DATE_TIME.ordered('_createdAt')} desc`,
      '_id asc',
    ];
    const any = `(${included.map((condition) => `(${condition})`).join(' || ')})`;
    const results = `${documentsWhere([any], scope)} | order(${order.join(', ')})`;
    const ids = included.length > 0 && length > 0 ? `${results}[${offset}...${offset + length}]._id` : '[]';
    return `{"totals": [${totals.join(', ')}], "ids": ${ids}}`;
  };
}

const documentTypeOf = ({ document }: ModelType): string => document?.type ?? '';

/** Returns GROQ for 0 if the title matches, otherwise 1. */
function titleRank(types: readonly ModelType[], patterns: readonly string[]): string {
  const titles = types.flatMap((type) => {
    const label = labelField(type);
    if (!label) return [];
    return [`_type == "${documentTypeOf(type)}" && ${matchesPatterns(fieldGroq(label), patterns)} => 0`];
  });
  return `select(${[...titles, '1'].join(', ')})`;
}
