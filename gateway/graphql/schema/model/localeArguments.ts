import {
  type DocumentNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
} from 'graphql';
import { parseAt } from '../../../core/model/derivedTypes.ts';

/** The SDL of the argument that root fields have if the model is localized. It applies to everything below the field. */
export const LOCALE_ARGUMENT =
  '"The language of everything below this field, e.g. `de`; default: the header `X-Locale`, else the first language of the deployment." locale: String';

/** The root fields of core SDL that return documents, or texts of documents. */
const LOCALIZED_ROOTS: ReadonlySet<string> = new Set([
  'node',
  'nodes',
  'search',
  'moments',
  'suggest',
  'facetValues',
]);

/** Adds the argument `locale` to the root fields of core SDL. */
export function withLocaleArguments(core: DocumentNode): DocumentNode {
  const [parsed] = parseAt<ObjectTypeDefinitionNode>(`type T { f(${LOCALE_ARGUMENT}): Int }`, undefined);
  const added: readonly InputValueDefinitionNode[] = parsed?.fields?.[0]?.arguments ?? [];
  const withArgument = (field: FieldDefinitionNode): FieldDefinitionNode =>
    LOCALIZED_ROOTS.has(field.name.value)
      ? { ...field, arguments: [...(field.arguments ?? []), ...added] }
      : field;
  return {
    ...core,
    definitions: core.definitions.map((definition) =>
      (definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.OBJECT_TYPE_EXTENSION) &&
      definition.name.value === 'Query'
        ? { ...definition, fields: definition.fields?.map(withArgument) ?? [] }
        : definition,
    ),
  };
}
