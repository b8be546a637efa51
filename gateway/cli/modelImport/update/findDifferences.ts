import { computedFieldNames, type TypeDefs } from '../../../graphql/schema/buildSchema.ts';
import { compareModel, type Difference } from '../compare/compareModel.ts';
import type { StudioSchema } from '../extract/readExtract.ts';
import type { ImportedModel } from '../model/importedModel.ts';
import { typeOf } from '../output/printModel.ts';
import { findAdditions } from './additions.ts';
import { lockKeys } from './importLock.ts';

/** A difference between a studio and an edited model. */
export interface ModelDifference extends Difference {
  /** True for a part that the team has removed from the model: no update adds it. */
  readonly isLeftOut?: true;
}

interface DifferenceOptions {
  /** The parts that the last import knew. Without a lock it is empty, and removed inverses are neither known nor reported. */
  readonly known: ReadonlySet<string>;
  /** The languages of the content; undefined if no setting names them. */
  readonly languages?: readonly string[] | undefined;
}

/** Compares an edited model with a studio: what an update would add, what the team has removed, and what is left to the team. */
export function findDifferences(
  schema: StudioSchema,
  imported: ImportedModel,
  { model, computed }: TypeDefs,
  { known, languages }: DifferenceOptions,
): readonly ModelDifference[] {
  const { pairs, fields } = findAdditions(imported, model, known);
  const differences = compareModel(schema, model, computedFieldNames(computed), languages);
  const missingInverses = [...fields].flatMap(([type, added]) =>
    added
      .filter(({ inverse }) => inverse)
      .map(
        (field): ModelDifference => ({
          missingIn: 'model',
          path: `${type}.${field.name}`,
          text: `${type} has no field for the documents that refer to it: ${typeOf(field)} ${field.directives[0]}`,
        }),
      ),
  );
  return [
    ...differences.map((difference): ModelDifference => {
      const keys = difference.missing ? lockKeys(difference.missing, imported, pairs) : [];
      return keys.some((key) => known.has(key)) ? { ...difference, isLeftOut: true } : difference;
    }),
    ...(known.size > 0 ? missingInverses : []),
  ];
}
