import { ANY_TYPE, ASSUMED_TYPES } from '../../../core/cacheTags.ts';
import type { FieldSource, Model, ModelType } from '../../../core/model/model.ts';
import { TRANSLATIONS_GROQ, TRANSLATIONS_TYPE } from '../../../core/model/translations.ts';
import { isPath } from './groq.ts';
import { readDocuments } from './readDocuments.ts';

type Expression = Extract<FieldSource, { kind: 'groq' }>;

const known = new WeakMap<ModelType, WeakMap<Expression, readonly string[]>>();

/**
 * Returns the `_type`s of documents other than its own that a `@groq` expression reads: the model states them, or its
 * references and the filters of subqueries show them.
 * @param owner the type with the field
 */
export function typesOfExpression(model: Model, owner: ModelType, source: Expression): readonly string[] {
  const ofOwner = known.get(owner) ?? new WeakMap<Expression, readonly string[]>();
  known.set(owner, ofOwner);
  const types = ofOwner.get(source) ?? findTypes(model, owner, source);
  ofOwner.set(source, types);
  return types;
}

function findTypes(model: Model, owner: ModelType, { expr, types: stated }: Expression): readonly string[] {
  if (expr === TRANSLATIONS_GROQ) return [TRANSLATIONS_TYPE];
  if (isPath(expr) || !/\*|->|references/.test(expr)) return [];
  const { types, isComplete } = readDocuments(model, owner, expr);
  if (!isComplete && !stated) return [ANY_TYPE];
  return [...new Set([...types, ...(stated ?? []), ASSUMED_TYPES])];
}
