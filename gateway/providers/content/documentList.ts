import { andThen } from '../../core/maybePromise.ts';
import { documentInterfaceFields, LABEL, sharedSource } from '../../core/model/documentInterface.ts';
import { documentListField, documentListType } from '../../core/model/documentList.ts';
import { DOCUMENT_INTERFACE, type Model, type ModelField, type ModelType } from '../../core/model/model.ts';
import { fieldsAt } from '../../core/selection.ts';
import { scopeErrorOfType } from '../../services/auth/scopeRequirements.ts';
import type { ConnectionResponse } from './connections/connection.ts';
import { queryConnection, readQueryConnection } from './connections/queryConnection.ts';
import { connectionArgumentsAt, cursorOrderAt, fieldAt, type Resolver } from './directives.ts';
import { type CompiledExpression, fieldGroq, type GroqScope, renderIn } from './groq/groq.ts';
import { languageConditions } from './groq/languageConditions.ts';
import { modelOfLocale } from './groq/modelOfLocale.ts';
import type { Projector } from './groq/projector.ts';
import { connectionValidator } from './responseValidation.ts';

/**
 * Creates the resolver of the list of documents of several types: one query, with a projection for each type. By default it has the
 * types that the caller may read; another one in `types` is an error.
 */
export function resolveDocumentList(model: Model): Resolver {
  const typeNames = new Map(model.documents.map(({ name, typeAttribute }) => [typeAttribute, name]));
  return (_source, coerced, { content, audience }, info) => {
    const scopeError = (type: string) =>
      scopeErrorOfType(info.schema, typeNames.get(type) ?? type, audience.scopes);
    const given = coerced.types as readonly string[] | null | undefined;
    for (const type of given ?? []) {
      const error = scopeError(type);
      if (error) throw error;
    }
    const listedTypes = given
      ? [...new Set(given)]
      : [...typeNames.keys()].filter((type) => !scopeError(type));
    const [field, nodes] = [fieldAt(info), fieldsAt(info)];
    const args = connectionArgumentsAt(info, coerced);
    const { groq, isValid } = content.compile(info, (projector) => {
      const target = documentListGroq(projector.model);
      return {
        groq: queryConnection({ projector, target, field, nodes }, (scope) =>
          conditionOfTypes(projector, scope),
        ),
        isValid: connectionValidator(projector, target, `${DOCUMENT_INTERFACE}Connection`, nodes),
      };
    });
    const query: CompiledExpression = {
      groq: (scope) => renderIn(groq, { ...scope, listedTypes }),
      isValid,
    };
    const cursors = cursorOrderAt(documentListGroq(modelOfLocale(model, content.locale)), { content }, info);
    const read = (response: unknown) => readQueryConnection(response as ConnectionResponse, args, cursors);
    return andThen(content.evaluate(query, info.variableValues), read);
  };
}

/** Returns the condition that a document is of a listed type, and the version for the language of the operation. */
function conditionOfTypes({ model, locale }: Projector, scope: GroqScope): string {
  const { listedTypes = [] } = scope;
  scope.addDocumentTypes(listedTypes);
  const typesByCondition = new Map<string, string[]>();
  for (const type of model.documents) {
    if (!listedTypes.includes(type.typeAttribute)) continue;
    const [condition] = languageConditions(type, locale, scope);
    if (condition !== undefined)
      typesByCondition.set(condition, [...(typesByCondition.get(condition) ?? []), type.typeAttribute]);
  }
  return [
    `_type in ${JSON.stringify(listedTypes)}`,
    ...[...typesByCondition].map(
      ([condition, types]) => `(!(_type in ${JSON.stringify(types)}) || ${condition})`,
    ),
  ].join(' && ');
}

/** The fields of the interface of documents that a type can replace, with the attribute of the other types. */
const SHARED_FIELDS = [
  { name: LABEL, typeName: 'String', attribute: undefined },
  { name: 'createdAt', typeName: 'DateTime', attribute: '_createdAt' },
  { name: 'updatedAt', typeName: 'DateTime', attribute: '_updatedAt' },
] as const;

const listTypes = new WeakMap<Model, ModelType>();

/**
 * Returns the interface of documents as a type for filters and orders: a field has its value in the document's own type.
 * @param model in a language
 */
function documentListGroq(model: Model): ModelType {
  const known = listTypes.get(model);
  if (known) return known;
  const shared = documentInterfaceFields(model);
  const fields = SHARED_FIELDS.filter(({ name }) => shared.includes(name));
  const type = documentListType(fields.flatMap((field) => commonField(model, field) ?? []));
  listTypes.set(model, type);
  return type;
}

/** Returns a field with the values of all types; undefined if no type has a field of its own, as for most times. */
function commonField(
  { documents }: Model,
  { name, typeName, attribute }: (typeof SHARED_FIELDS)[number],
): ModelField | undefined {
  const own = documents.flatMap((type) => {
    const field = sharedSource(type, name);
    return field ? [{ type: type.typeAttribute, field }] : [];
  });
  if (own.length === 0) return undefined;
  const typesBySource = new Map<string, string[]>();
  for (const { type, field } of own) {
    const source = fieldGroq(field);
    typesBySource.set(source, [...(typesBySource.get(source) ?? []), type]);
  }
  const values = [...typesBySource].map(
    ([source, types]) => `_type in ${JSON.stringify(types)} => ${source}`,
  );
  return documentListField(name, typeName, {
    source: { kind: 'groq', expr: `select(${[...values, ...(attribute ? [attribute] : [])].join(', ')})` },
    localized: own.find(({ field }) => field.localized)?.field.localized,
  });
}
