import { costSdl } from './contentCosts.ts';
import { deprecationSdl } from './deprecation.ts';
import { descriptionOf, sdlDescription } from './descriptions.ts';
import { isSingleton, type Lookup, lookupInput, lookupsOf } from './lookups.ts';
import { lowerFirst, type ModelField, type ModelType } from './model.ts';

/** Returns the SDL of the input `by` of a document type, and of its parts; empty for a singleton. */
export function lookupTypes(type: ModelType): string {
  if (isSingleton(type)) return '';
  const lookups = lookupsOf(type);
  const members = lookups.map((lookup) => {
    const fields = fieldsIn(type, lookup);
    const member =
      lookup.fields.length > 1
        ? `${sdlDescription(`The ${lookup.fields.join(' and ')} together.`)} ${lookup.name}: ${lookupInput(type, lookup)}`
        : fields.map((field) => memberSdl(field)).join('');
    return `${member} ${anyDeprecationSdl(fields)}`;
  });
  const inputs = lookups
    .filter(({ fields }) => fields.length > 1)
    .map(
      (lookup) => `"Identifies one ${lowerFirst(type.name)} by these values together."
    input ${lookupInput(type, lookup)} {
      ${fieldsIn(type, lookup)
        .map((field) => memberSdl(field, '!'))
        .join('\n')}
    }`,
    );
  return `"Identifies one ${lowerFirst(type.name)}: exactly one field is set."
    input ${type.name}By @oneOf {
      "The global id."
      id: ID
      ${members.join('\n')}
    }
    ${inputs.join('\n')}`;
}

const fieldsIn = (type: ModelType, { fields }: Lookup): readonly ModelField[] =>
  fields.flatMap((name) => type.fields.get(name) ?? []);

/** Returns the `@deprecated` of the first field that has one, because a lookup needs all of its fields; else an empty text. */
const anyDeprecationSdl = (fields: readonly ModelField[]): string =>
  fields.map(({ node }) => deprecationSdl(node)).find((sdl) => sdl !== '') ?? '';

const memberSdl = (field: ModelField, suffix: '' | '!' = ''): string =>
  `${sdlDescription(descriptionOf(field.node))} ${field.name}: ${field.typeName}${suffix} ${costSdl(field.cost.condition)}`;

/** Returns the values that identify a document of a type, as a phrase: `slug or id`. */
export const identifiersOf = (type: ModelType): string =>
  [...lookupsOf(type).map(({ fields }) => fields.join(' and ')), 'id'].join(' or ');
