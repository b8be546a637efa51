import type { Model, ModelField, ModelType } from '../../gateway/core/model/model.ts';
import { type Dataset, type Doc, toArray } from './dataset.ts';
import { attributeValue, type Expressions } from './values.ts';

/** The data in which references are followed. */
interface ReferenceData {
  readonly model: Model;
  readonly dataset: Dataset;
  readonly expressions: Expressions;
}

/** Returns the documents of an `@inverse` field: those that refer to the document with this id. */
export function referringDocuments(data: ReferenceData, field: ModelField, id: string): readonly Doc[] {
  if (field.source.kind !== 'inverse') throw new Error(`expected @inverse on ${field.name}`);
  const path = field.source.path.split('.');
  const target = data.model.types.get(field.target as string) as ModelType;
  return data.dataset
    .ofType(target.document?.type)
    .filter((other) => pathLeadsTo(data, target, other, path, id));
}

function pathLeadsTo(
  data: ReferenceData,
  type: ModelType | undefined,
  at: unknown,
  path: readonly string[],
  id: string,
): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return (at as Doc | undefined)?._ref === id;
  const field = type?.fields.get(step);
  if (!field || at == null) return false;
  const value = attributeValue(field, at as Doc, data.expressions);
  const inner = data.model.types.get(field.typeName);
  return (field.isList || field.shape === 'connection' ? toArray(value) : [value]).some((v) =>
    pathLeadsTo(data, inner, v, rest, id),
  );
}
