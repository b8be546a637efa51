import { type FieldDefinitionNode, Kind, print, type StringValueNode } from 'graphql';
import type { ModelField } from './model.ts';

/** A definition of the model. */
type Described = Pick<FieldDefinitionNode, 'name'> & {
  readonly description?: StringValueNode | undefined;
};

/** The end of a clause: a semicolon, or a full stop that does not belong to an abbreviation. */
const CLAUSE_END = /(?<!\b(?:e\.g|i\.e))[.;](?=\s|$)/;

/** Returns a description as SDL, to be written before a definition. */
export const sdlDescription = (text: string): string => print({ kind: Kind.STRING, value: text });

/**
 * Returns the first clause of a definition's description as a phrase for use within a sentence, e.g. `the date of birth` for
 * "The date of birth; null unless it is certain."; its name in backticks if it has no description.
 */
export function phraseOf({ name, description }: Described): string {
  const [clause = ''] = (description?.value ?? '').trim().replace(/\s+/g, ' ').split(CLAUSE_END, 1);
  if (clause === '') return `\`${name.value}\``;
  if (clause.startsWith('True if ')) return clause.replace('True if', 'whether');
  // Abbreviations such as "ISO" and single letters other than the article keep their case.
  return /^(A |[A-Z][a-z])/.test(clause) ? clause.charAt(0).toLowerCase() + clause.slice(1) : clause;
}

/**
 * Returns a field in a sentence about it: its name with the phrase of its description, which can be of any form, e.g.
 * `` `accent`: a CSS colour ``; the phrase alone if it only repeats the name.
 */
export function namedPhrase(node: Described): string {
  const phrase = phraseOf(node);
  const name = `\`${node.name.value}\``;
  const words = (text: string) => text.toLowerCase().replaceAll(/^(?:the|an?|whether) |[^\p{L}\p{N}]/gu, '');
  return phrase === name || words(phrase) === words(node.name.value) ? phrase : `${name}: ${phrase}`;
}

/** Returns the description of a filter by a field. */
export function filterDescription({ node, isList, shape }: ModelField): string {
  const rule =
    shape === 'geoPoint'
      ? ' One value of the list has to match.'
      : shape === 'scalar' || shape === 'enum'
        ? ' One value of the list has to meet the conditions; `ne` requires that none of them equals.'
        : '';
  return `Filters by ${namedPhrase(node)}.${isList ? rule : ''}`;
}

/** Returns the whole description of a definition, for a value that stands for it; its name in backticks if it has none. */
export const descriptionOf = ({ name, description }: Described): string =>
  description?.value ?? `\`${name.value}\`.`;
