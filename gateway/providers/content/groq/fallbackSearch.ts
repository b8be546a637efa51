import type { ContentSearch, Slice } from '../../../core/context.ts';
import { labelField, type Model, type ModelType } from '../../../core/model/model.ts';
import { sourceOf } from './filters.ts';
import type { Groq } from './groq.ts';
import { searchConditions, wordPatterns } from './searchConditions.ts';

/**
 * A stretch of the documents that are searched for, and how many there are of each of these types: `{totals, ids}`, the
 * totals in the order of the types. Those whose title has the words come first, the newer before the older.
 */
export function fallbackSearchQuery(
  model: Model,
  types: readonly ModelType[],
  search: ContentSearch,
  { offset, length }: Slice,
): Groq {
  const words = wordPatterns(search.query);
  return (scope) => {
    scope.read(types.map(nameOf));
    const patterns = words.length > 0 ? scope.param(words) : undefined;
    const conditions = types.map((type) =>
      [`_type == "${nameOf(type)}"`, ...searchConditions(model, type, search, patterns, scope.param)].join(
        ' && ',
      ),
    );
    const totals = conditions.map((condition) => `count(*[${condition}])`);
    const among = conditions.filter((_, i) => search.includesType(nameOf(types[i] as ModelType)));
    const order = [
      ...(patterns ? [`${titleMatches(types, patterns)} asc`] : []),
      '_createdAt desc',
      '_id asc',
    ];
    const found = `*[${among.map((condition) => `(${condition})`).join(' || ')}] | order(${order.join(', ')})`;
    const ids = among.length > 0 && length > 0 ? `${found}[${offset}...${offset + length}]._id` : '[]';
    return `{"totals": [${totals.join(', ')}], "ids": ${ids}}`;
  };
}

const nameOf = ({ document }: ModelType): string => document?.type ?? '';

/** 0 where the title has the words, 1 elsewhere. */
function titleMatches(types: readonly ModelType[], patterns: string): string {
  const titles = types.flatMap((type) => {
    const label = labelField(type);
    return label ? [`_type == "${nameOf(type)}" && ${sourceOf(label)} match ${patterns} => 0`] : [];
  });
  return `select(${[...titles, '1'].join(', ')})`;
}
