import type { Model, ModelType } from '../../../core/model/model.ts';
import { requiredScopes } from '../../../core/model/requiredScopes.ts';
import { computedFieldNames, type TypeDefs } from '../../../graphql/schema/buildSchema.ts';
import { compareModel, type Difference } from '../compare/compareModel.ts';
import { readsPath } from '../compare/readPaths.ts';
import type { StudioSchema } from '../extract/readExtract.ts';
import {
  type ImportedModel,
  type ImportedType,
  isPrivate,
  pathOfType,
  REQUIRES_PRIVATE,
} from '../model/importedModel.ts';
import { isLeftOutByImports, lockKeys, sensitiveKey } from './importLock.ts';
import type { TypePairs } from './pairTypes.ts';

/** A difference between a studio and a model, and its names in the lock. */
export interface RemainingDifference {
  readonly difference: Difference;
  /** Empty for a part that no lock names. */
  readonly keys: readonly string[];
}

interface RemainingOptions {
  readonly imported: ImportedModel;
  readonly pairs: TypePairs;
  /** The languages of the content; undefined if no setting names them. */
  readonly languages?: readonly string[] | undefined;
}

/**
 * Compares an edited model with a studio: what no import can express is no difference, and what an import would protect, or declare
 * as a document for each language, is one.
 */
export function remainingDifferences(
  schema: StudioSchema,
  { model, computed }: TypeDefs,
  { imported, pairs, languages }: RemainingOptions,
): readonly RemainingDifference[] {
  const compared = compareModel(schema, model, computedFieldNames(computed), languages).flatMap(
    (difference) => {
      const { missing } = difference;
      if (missing && isLeftOutByImports(missing, imported, pairs)) return [];
      return [{ difference, keys: missing ? lockKeys(missing, imported, pairs) : [] }];
    },
  );
  return [
    ...compared,
    ...documentsWithLanguages(imported, model, pairs),
    ...publicDataAboutPeople(imported, model, pairs),
  ];
}

const ownTypes = (
  { types }: ImportedModel,
  model: Model,
  pairs: TypePairs,
): readonly (readonly [ImportedType, ModelType])[] =>
  [...types.values()].flatMap((type) => {
    const own = model.types.get(pairs.get(type.name) ?? '');
    return own ? [[type, own] as const] : [];
  });

/** Returns the document types that have become one document for each language. */
const documentsWithLanguages = (
  imported: ImportedModel,
  model: Model,
  pairs: TypePairs,
): readonly RemainingDifference[] =>
  ownTypes(imported, model, pairs).flatMap(([type, { name, document }]) => {
    if (type.language === undefined || document?.language !== undefined) return [];
    const text = `${name} has a document for each language; add language: ${JSON.stringify(type.language)} to its @document`;
    return [{ difference: { missingIn: 'model', path: pathOfType(type), text }, keys: [] }];
  });

/** Returns the types and attributes with data about people that everybody can read in the model. */
function publicDataAboutPeople(
  imported: ImportedModel,
  model: Model,
  pairs: TypePairs,
): readonly RemainingDifference[] {
  const required = requiredScopes(model);
  const reasons = new Map(
    imported.notes.flatMap(({ kind, path, text }) => (kind === 'private' ? [[path, text]] : [])),
  );
  const found = (path: string, coordinate: string, key: string): RemainingDifference => ({
    difference: {
      missingIn: 'model',
      path,
      text: `${coordinate} is public, but has data about people (${reasons.get(path)}); add ${REQUIRES_PRIVATE}, or keep it public with --update --public ${path}`,
    },
    keys: [sensitiveKey(key)],
  });
  return ownTypes(imported, model, pairs).flatMap(([type, own]) => {
    const path = pathOfType(type);
    if (required.ofType(own.name).length > 0) return [];
    if (isPrivate(type)) return [found(path, own.name, type.name)];
    return type.fields
      .filter(isPrivate)
      .flatMap((field) =>
        [...own.fields.values()]
          .filter(
            (ownField) => readsPath(ownField, field.path) && required.ofField(own, ownField).length === 0,
          )
          .map((ownField) =>
            found(
              `${path}.${field.attribute}`,
              `${own.name}.${ownField.name}`,
              `${type.name}.${field.attribute}`,
            ),
          ),
      );
  });
}
