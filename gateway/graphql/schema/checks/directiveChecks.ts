import { type ConstDirectiveNode, Kind, print } from 'graphql';
import type { Report } from './nameChecks.ts';

type ArgumentKinds = Readonly<Record<string, readonly Kind[]>>;

/** What each argument of the vocabulary may be written as. */
const ARGUMENTS: Readonly<Record<string, ArgumentKinds>> = {
  document: { type: [Kind.STRING], plural: [Kind.STRING] },
  groq: { expr: [Kind.STRING] },
  inverse: { field: [Kind.STRING] },
  asset: { field: [Kind.STRING] },
  related: { by: [Kind.LIST, Kind.STRING] },
  requiresScopes: { scopes: [Kind.LIST] },
  searchable: { weight: [Kind.INT], facet: [Kind.BOOLEAN] },
};
const SPELLED: Partial<Record<Kind, string>> = {
  [Kind.STRING]: 'a text',
  [Kind.INT]: 'a whole number',
  [Kind.BOOLEAN]: 'true or false',
  [Kind.LIST]: 'a list',
};

/** Checks that a directive of the vocabulary is given the arguments it has; `name` says what it stands on. */
export function checkDirectiveArguments(directive: ConstDirectiveNode, name: string, say: Report): void {
  const known = ARGUMENTS[directive.name.value];
  if (!known) return;
  for (const argument of directive.arguments ?? []) {
    const at = `${name}: expected`;
    const of = `of @${directive.name.value}`;
    const kinds = known[argument.name.value];
    if (!kinds)
      say(argument, `${at} ${Object.keys(known).join(' or ')} as argument ${of}, got ${argument.name.value}`);
    else if (!kinds.includes(argument.value.kind))
      say(
        argument,
        `${at} ${SPELLED[kinds[0] as Kind]} as ${argument.name.value} ${of}, got ${print(argument.value)}`,
      );
  }
}
