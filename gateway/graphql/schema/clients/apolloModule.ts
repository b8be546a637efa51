import type { ClientFacts, ClientType, ListField } from './clientFacts.ts';
import { GENERATED, possibleTypesText } from './typescriptText.ts';

/** Prints the module for Apollo Client. */
export const apolloModule = ({ possibleTypes, types }: ClientFacts): string =>
  `${GENERATED}${POLICIES}
${possibleTypesText(possibleTypes)}
/** How the cache stores the parts and the lists of each type. */
export const typePolicies: TypePolicies = {
${types.map(typeText).join('')}};
`;

const typeText = ({ name, isPart, lists }: ClientType): string => {
  if (name === 'PageInfo') return `  ${name}: { keyFields: false, merge: false },\n`;
  if (lists.length === 0) return `  ${name}: part,\n`;
  const fields = lists.map((list) => `      ${list.name}: ${policyText(list)},\n`).join('');
  return `  ${name}: {\n${isPart ? '    ...part,\n' : ''}    fields: {\n${fields}    },\n  },\n`;
};

const policyText = ({ keyArguments }: ListField): string =>
  keyArguments ? `pages(${keyArguments.map((name) => `'${name}'`).join(', ')})` : 'parts';

/**
 * The policies of fields. \`relayStylePagination\` keeps edges alone: it drops the nodes of earlier pages, and reads an empty
 * list where a query has selected \`totalCount\` alone.
 */
const POLICIES = `import type { FieldPolicy, Reference, StoreObject, TypePolicies } from '@apollo/client';

type Part = StoreObject | Reference | null;

interface Page extends StoreObject {
  readonly edges?: readonly { readonly cursor?: string }[];
  readonly nodes?: readonly unknown[];
  readonly pageInfo?: {
    readonly startCursor?: string | null;
    readonly endCursor?: string | null;
    readonly hasNextPage?: boolean;
    readonly hasPreviousPage?: boolean;
  };
}

/** Objects without an id are parts of the objects around them. Queries that select other fields of one are merged. */
const part = { keyFields: false, merge: true } as const;

/** Merges lists of parts by position. A list of another length, or with other keys, is another version and replaces it. */
const parts: FieldPolicy<readonly Part[] | null> = {
  merge(existing, incoming, { mergeObjects, readField }) {
    if (!existing || existing.length !== incoming?.length) return incoming;
    return incoming.map((next, i) => {
      const before = existing[i];
      if (!next || !before) return next;
      const keys = [readField('key', before), readField('key', next)];
      return keys[0] === keys[1] || keys.includes(undefined) ? mergeObjects(before, next) : next;
    });
  },
};

const startOf = ({ pageInfo, edges }: Page) => pageInfo?.startCursor ?? edges?.[0]?.cursor;
const endOf = ({ pageInfo, edges }: Page) => pageInfo?.endCursor ?? edges?.[edges.length - 1]?.cursor;

const join = <Item>(first: readonly Item[] | undefined, second: readonly Item[] | undefined) =>
  first || second ? [...(first ?? []), ...(second ?? [])] : undefined;

/** Joins two pages that follow each other. */
function joinPages(first: Page, second: Page, incoming: Page): Page {
  const [edges, nodes] = [join(first.edges, second.edges), join(first.nodes, second.nodes)];
  const { startCursor, hasPreviousPage } = first.pageInfo ?? {};
  return {
    ...first,
    ...incoming,
    ...(edges && { edges }),
    ...(nodes && { nodes }),
    pageInfo: {
      ...first.pageInfo,
      ...second.pageInfo,
      ...(startCursor !== undefined && { startCursor }),
      ...(hasPreviousPage !== undefined && { hasPreviousPage }),
    },
  };
}

/** Merges the fields of one page that several queries select. A page with another end is another list. */
function mergePage(existing: Page, incoming: Page): Page {
  const ends = [endOf(existing), endOf(incoming)];
  if (ends[0] !== ends[1] && !ends.includes(undefined)) return incoming;
  return { ...existing, ...incoming, pageInfo: { ...existing.pageInfo, ...incoming.pageInfo } };
}

/**
 * Appends the pages that \`fetchMore\` loads, and puts earlier ones in front. Any other page replaces the list. Two
 * queries share a list if they have the same values of \`keyArgs\`. \`first\` is one, so a short list does not replace a long one.
 */
const pages = (...keyArgs: string[]): FieldPolicy<Page | null> => ({
  keyArgs,
  merge(existing, incoming, { args }) {
    if (!existing || !incoming) return incoming;
    const { after, before } = args ?? {};
    if (!after && !before) return mergePage(existing, incoming);
    // A page that was loaded twice.
    if (after ? endOf(incoming) === endOf(existing) : startOf(incoming) === startOf(existing)) return existing;
    if (after && after === endOf(existing)) return joinPages(existing, incoming, incoming);
    if (before && before === startOf(existing)) return joinPages(incoming, existing, incoming);
    return incoming;
  },
});
`;
