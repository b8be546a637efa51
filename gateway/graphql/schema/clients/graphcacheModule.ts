import type { ClientFacts, ClientType } from './clientFacts.ts';
import { GENERATED, namesLiteral, possibleTypesText } from './typescriptText.ts';

/** Prints the module for graphcache. */
export function graphcacheModule({ possibleTypes, types }: ClientFacts): string {
  const parts = types.filter(({ isPart }) => isPart).map(({ name }) => name);
  return `${GENERATED}import type { CacheExchangeOpts } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';

${possibleTypesText(possibleTypes)}
/** Objects without an id are parts of the objects around them. */
export const keys: NonNullable<CacheExchangeOpts['keys']> = Object.fromEntries(
  ${namesLiteral(parts)}.map((name) => [name, () => null]),
);

/** Lists with all their loaded pages. */
export const resolvers: NonNullable<CacheExchangeOpts['resolvers']> = {
${types.map(typeText).join('')}};
`;
}

const typeText = ({ name, lists }: ClientType): string => {
  const pages = lists.filter(({ keyArguments }) => keyArguments !== undefined);
  if (pages.length === 0) return '';
  return `  ${name}: {\n${pages.map((list) => `    ${list.name}: relayPagination(),\n`).join('')}  },\n`;
};
