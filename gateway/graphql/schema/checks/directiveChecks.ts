import { type ConstDirectiveNode, Kind, print } from 'graphql';
import type { ReportError } from '../model/modelError.ts';
import { ownValue } from '../model/ownValue.ts';

/** The arguments of the model's directives, and the kinds of literals they accept. */
const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, readonly Kind[]>>>> = {
  document: { type: [Kind.STRING], plural: [Kind.STRING], language: [Kind.STRING] },
  object: { type: [Kind.STRING] },
  enumValue: { is: [Kind.STRING] },
  groq: { expr: [Kind.STRING], types: [Kind.LIST, Kind.STRING] },
  localized: { path: [Kind.STRING] },
  inverse: { field: [Kind.STRING] },
  asset: { field: [Kind.STRING] },
  lookup: { by: [Kind.LIST, Kind.STRING] },
  related: { by: [Kind.LIST, Kind.STRING] },
  richText: { as: [Kind.LIST, Kind.ENUM], type: [Kind.STRING], text: [Kind.LIST, Kind.STRING] },
  requiresScopes: { scopes: [Kind.LIST] },
  searchable: {
    weight: [Kind.INT],
    facet: [Kind.BOOLEAN],
    ordered: [Kind.BOOLEAN],
    synonyms: [Kind.LIST],
  },
};
const EITHER = new Intl.ListFormat('en', { type: 'disjunction' });
const KIND_NAMES: Partial<Record<Kind, string>> = {
  [Kind.STRING]: 'a string',
  [Kind.INT]: 'an integer',
  [Kind.BOOLEAN]: 'true or false',
  [Kind.LIST]: 'a list',
};

/**
 * Checks the arguments of a model directive; ignores other directives.
 * @param name of the type or field that has the directive
 */
export function checkDirectiveArguments(
  directive: ConstDirectiveNode,
  name: string,
  report: ReportError,
): void {
  const known = ownValue(ARGUMENTS, directive.name.value);
  if (!known) return;
  for (const argument of directive.arguments ?? []) {
    const kinds = ownValue(known, argument.name.value);
    if (!kinds)
      report(
        argument,
        `${name}: expected ${EITHER.format(Object.keys(known))} as argument of @${directive.name.value}, got ${argument.name.value}`,
      );
    else if (!kinds.includes(argument.value.kind))
      report(
        argument,
        `${name}: expected ${KIND_NAMES[kinds[0] as Kind]} as ${argument.name.value} of @${directive.name.value}, got ${print(argument.value)}`,
      );
  }
}
