import { type DocumentNode, type FieldDefinitionNode, Kind, type ObjectTypeDefinitionNode } from 'graphql';
import { parseAt } from '../../../core/model/derivedTypes.ts';
import { TRANSLATIONS_GROQ } from '../../../core/model/translations.ts';
import { directiveArguments } from './directiveArguments.ts';

/**
 * Adds fields to the types whose documents have a language each: the language, unless a field has its attribute, and the
 * translations of the document. Declared fields take precedence.
 */
export const withLanguageFields = (sdl: DocumentNode): DocumentNode => ({
  ...sdl,
  definitions: sdl.definitions.map((definition) =>
    definition.kind === Kind.OBJECT_TYPE_DEFINITION ? withFields(definition) : definition,
  ),
});

function withFields(type: ObjectTypeDefinitionNode): ObjectTypeDefinitionNode {
  const attribute = directiveArguments(type, 'document')?.language;
  if (typeof attribute !== 'string') return type;
  const declared = type.fields ?? [];
  const hasName = (name: string) => declared.some((field) => field.name.value === name);
  const hasAttribute = declared.some((field) => attributeOf(field) === attribute);
  const added = [
    ...(hasAttribute || hasName('language')
      ? []
      : [
          `"The language of the document, e.g. \`de\`; null for a document of all languages."
          language: String @groq(expr: ${JSON.stringify(attribute)})`,
        ]),
    ...(hasName('translations')
      ? []
      : [
          `"The published versions of the document in other languages."
          translations: [${type.name.value}!]! @groq(expr: ${JSON.stringify(TRANSLATIONS_GROQ)}) @listSize(assumedSize: 5)`,
        ]),
  ];
  if (added.length === 0) return type;
  const [parsed] = parseAt<ObjectTypeDefinitionNode>(`type T { ${added.join('\n')} }`, undefined);
  const fields = (parsed?.fields ?? []).map((field) => ({ ...field, ...(type.loc && { loc: type.loc }) }));
  return { ...type, fields: [...declared, ...fields] };
}

/** Returns the attribute or the expression of a field. */
const attributeOf = (field: FieldDefinitionNode): string =>
  String(directiveArguments(field, 'groq')?.expr ?? field.name.value);
