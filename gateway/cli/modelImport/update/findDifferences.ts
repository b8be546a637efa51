import type { TypeDefs } from '../../../graphql/schema/buildSchema.ts';
import type { Difference } from '../compare/compareModel.ts';
import type { StudioSchema } from '../extract/readExtract.ts';
import type { ImportedModel } from '../model/importedModel.ts';
import { typeOf } from '../output/printModel.ts';
import { findAdditions } from './additions.ts';
import { isSensitiveKey, listsSensitiveKeys } from './importLock.ts';
import { remainingDifferences } from './remainingDifferences.ts';

/** A difference between a studio and an edited model. */
export interface ModelDifference extends Difference {
  /** True for a part that the team has removed from the model: no update adds it. */
  readonly isLeftOut?: true;
}

interface DifferenceOptions {
  /**
   * The parts that the last import knew. Without a lock it is empty, and removed inverses are neither known nor reported. Public data
   * about people is not reported without a lock, or with a lock of an earlier version that lists none: the next update names it.
   */
  readonly known: ReadonlySet<string>;
  /** The languages of the content; undefined if no setting names them. */
  readonly languages?: readonly string[] | undefined;
}

/** Compares an edited model with a studio: what an update would add, what the team has removed, and what is left to the team. */
export function findDifferences(
  schema: StudioSchema,
  imported: ImportedModel,
  defs: TypeDefs,
  { known, languages }: DifferenceOptions,
): readonly ModelDifference[] {
  const { pairs, fields } = findAdditions(imported, defs.model, known);
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
    ...remainingDifferences(schema, defs, { imported, pairs, languages }).flatMap(
      ({ difference, keys }): ModelDifference | readonly [] => {
        if (keys.some((key) => known.has(key))) return { ...difference, isLeftOut: true };
        return !listsSensitiveKeys(known) && keys.some(isSensitiveKey) ? [] : difference;
      },
    ),
    ...(known.size > 0 ? missingInverses : []),
  ];
}
