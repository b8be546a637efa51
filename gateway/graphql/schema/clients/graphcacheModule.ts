import type { ClientFacts, ClientType } from './clientFacts.ts';
import { GENERATED, namesLiteral, possibleTypesText } from './typescriptText.ts';

/** Prints the module for graphcache. */
export function graphcacheModule({ possibleTypes, types }: ClientFacts): string {
  const parts = types.filter(({ isPart }) => isPart).map(({ name }) => name);
  return `${GENERATED}import type { CacheExchangeOpts, Resolver } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';

${possibleTypesText(possibleTypes)}
/** Objects without an id are parts of the objects around them. */
export const keys: NonNullable<CacheExchangeOpts['keys']> = Object.fromEntries(
  ${namesLiteral(parts)}.map((name) => [name, () => null]),
);

/**
 * Leaves out wrong warnings of development. Without a schema, graphcache writes the fields of every fragment, also of fragments on
 * other types of a union, and warns that these fields are missing.
 */
export const logger: NonNullable<CacheExchangeOpts['logger']> = (severity, message) => {
  const isWrong = /^Invalid undefined[^]*\\bFragment\\b/.test(message);
  if (severity !== 'debug' && !isWrong) console[severity](message);
};

const pages = relayPagination();

/** Returns a list with all its loaded pages. Without arguments it has one. */
const list: Resolver = (parent, args, cache, info) =>
  Object.keys(args).length > 0
    ? pages(parent, args, cache, info)
    : cache.resolve(info.parentKey, info.fieldName);

/** Lists with all their loaded pages. */
export const resolvers: NonNullable<CacheExchangeOpts['resolvers']> = {
${types.map(typeText).join('')}};
`;
}

const typeText = ({ name, lists }: ClientType): string => {
  const connections = lists.filter(({ keyArguments }) => keyArguments !== undefined);
  if (connections.length === 0) return '';
  return `  ${name}: {\n${connections.map((list) => `    ${list.name}: list,\n`).join('')}  },\n`;
};
