import { randomUUID } from 'node:crypto';
import type { CostReport } from '../../support/rateLimitedStack.ts';
import type { Attack, AttackTarget } from './attack.ts';
import { graphqlRequest, repeat } from './requestAttack.ts';

/** Aliases in an operation, and documents in a page that has them. */
const ALIASES = 30;
const DOCUMENTS = 5;
const WIDTHS = Array.from({ length: 12 }, (_, i) => 100 * (i + 1));

/** An operation whose work is far greater than the number of its objects. */
interface ExpensiveOperation {
  readonly name: string;
  /** The selection of the operation. @param word is different in each run, so that no cache has the result */
  readonly selection: (word: string) => string;
  /** The work, e.g. `150 plain texts`. */
  readonly work: string;
  /** The points that the gateway must at least charge. */
  readonly minPoints: number;
}

const OPERATIONS: readonly ExpensiveOperation[] = [
  {
    name: 'signed URLs under 30 aliases',
    selection: () =>
      `film(by: { slug: "gray-scott" }) { video { playback { ${repeat(ALIASES, (n) => `a${n}: posterUrl(width: ${n + 1 + randomWidth()})`)} } } }`,
    work: `${ALIASES} signatures`,
    minPoints: 5 * ALIASES,
  },
  {
    name: 'plain texts with formulas under 30 aliases',
    selection: () => articles(repeat(ALIASES, (n) => `a${n}: plainText`)),
    work: `${DOCUMENTS * ALIASES} plain texts`,
    minPoints: 10 * DOCUMENTS * ALIASES,
  },
  {
    name: 'rich text as JSON under 30 aliases',
    selection: () => articles(repeat(ALIASES, (n) => `a${n}: json`)),
    work: `${DOCUMENTS * ALIASES} texts`,
    minPoints: 4 * DOCUMENTS * ALIASES,
  },
  {
    name: 'srcset texts of 12 widths under 30 aliases',
    selection: () =>
      `people(first: ${DOCUMENTS}) { nodes { portrait { ${repeat(ALIASES, (n) => `a${n}: srcSet(widths: [${WIDTHS.join()}])`)} } } }`,
    work: `${DOCUMENTS * ALIASES * WIDTHS.length} URLs`,
    minPoints: 2 * DOCUMENTS * ALIASES,
  },
  {
    name: 'search queries under 30 aliases',
    selection: (word) => repeat(ALIASES, (n) => `a${n}: search(query: "${word} ${n}") { totalCount }`),
    work: `${ALIASES} billed queries`,
    minPoints: 25 * ALIASES,
  },
  {
    name: 'counts of filtered facets',
    selection: (word) =>
      `search(query: "${word}", facets: [TYPE, YEAR, TOPICS], types: [FILM], filter: { year: { gte: 1900 }, topics: { in: ["chaos"] } }) { facets { key } }`,
    work: '4 billed queries',
    minPoints: 4 * 25,
  },
];

/** Operations with a few objects and much work: their cost must follow the work. */
export const FIELD_COST_ATTACKS: readonly Attack[] = OPERATIONS.map((operation) => ({
  name: operation.name,
  requirement: `${operation.work} cost at least ${operation.minPoints} points`,
  run: (target) => requireCost(target, operation),
}));

async function requireCost(
  { url }: AttackTarget,
  { selection, minPoints }: ExpensiveOperation,
): Promise<string | undefined> {
  const word = `q${randomUUID().replaceAll('-', '')}`;
  const { headers, ...request } = graphqlRequest(`query ${word} { ${selection(word)} }`);
  const response = await fetch(`${url}/graphql`, {
    ...request,
    headers: { ...headers, 'x-trivium-cost': '1' },
  });
  const { errors, extensions } = (await response.json()) as {
    errors?: unknown;
    extensions?: { cost?: CostReport };
  };
  if (errors || !extensions?.cost)
    return `expected a response with its cost, got ${JSON.stringify(errors)?.slice(0, 200)}`;
  const { requestedQueryCost, actualQueryCost } = extensions.cost;
  return actualQueryCost >= minPoints
    ? undefined
    : `expected at least ${minPoints} points, got ${actualQueryCost} of ${requestedQueryCost} that were charged before execution`;
}

const articles = (fields: string): string =>
  `articles(first: ${DOCUMENTS}, filter: { publishedAt: { gt: "2000-01-01T00:00:00Z" } }) { nodes { body { ${fields} } } }`;

/** Returns a width at which another run has probably not requested a still. */
const randomWidth = (): number => Math.floor(Math.random() * 4_000);
