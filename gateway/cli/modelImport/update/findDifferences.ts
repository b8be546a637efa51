import type { Model } from '../../../core/model/model.ts';
import { computedFieldNames, type readTypeDefs } from '../../../graphql/schema/buildSchema.ts';
import { compareModel, type Difference } from '../compare/compareModel.ts';
import type { StudioSchema } from '../extract/readExtract.ts';
import type { ImportedModel } from '../model/importedModel.ts';
import { findAdditions } from './additions.ts';
import { lockKeys } from './lockKeys.ts';
import { pairTypes } from './pairTypes.ts';

/** A difference between a studio and an edited model. */
export interface ModelDifference extends Difference {
  /** True for a part that the team has removed from the model: no update adds it. */
  readonly isLeftOut?: true;
}

/** Compares an edited model with a studio: what an update would add, what the team has removed, and what is left to the team. */
export function findDifferences(
  schema: StudioSchema,
  imported: ImportedModel,
  { model, computed }: Awaited<ReturnType<typeof readTypeDefs>>,
  { known, languages }: DifferenceOptions,
): readonly ModelDifference[] {
  const pairs = pairTypes(imported, model);
  const differences = compareModel(schema, model, computedFieldNames(computed), languages);
  return [
    ...differences.map((difference): ModelDifference => {
      const keys = difference.missing ? lockKeys(difference.missing, imported, pairs) : [];
      return keys.some((key) => known.has(key)) ? { ...difference, isLeftOut: true } : difference;
    }),
    ...(known.size > 0 ? missingInverses(imported, model, known) : []),
  ];
}

interface DifferenceOptions {
  /** The parts that the last import knew. It is empty without a lock; then inverses that were removed are not known, and none is reported. */
  readonly known: ReadonlySet<string>;
  /** The languages of the content; undefined if no setting names them. */
  readonly languages?: readonly string[] | undefined;
}

const missingInverses = (
  imported: ImportedModel,
  model: Model,
  known: ReadonlySet<string>,
): readonly Difference[] =>
  [...findAdditions(imported, model, known).fields].flatMap(([type, fields]) =>
    fields
      .filter(({ inverse }) => inverse)
      .map(({ name, typeName, directives: [directive] }) => ({
        missingIn: 'model',
        path: `${type}.${name}`,
        text: `${type} has no field for the documents that refer to it: ${typeName} ${directive}`,
      })),
  );
