import type { ModelField } from '../../../core/model/model.ts';
import { attribute, isPath } from './groq.ts';

/** Returns GROQ for a field's stored value: its attribute, or its `@groq` expression. */
export function fieldGroq({ name, source }: ModelField): string {
  if (source.kind !== 'groq') return attribute(name);
  // The line break ends a comment at the end of the expression.
  return isPath(source.expr) ? source.expr : `(${source.expr}\n)`;
}

/** Returns whether a field is an attribute of its document or object, under its own name or at a path. */
export const isStored = ({ source }: ModelField): boolean =>
  source.kind === 'attribute' || (source.kind === 'groq' && isPath(source.expr));

/** True if the stored value is a reference; a `@groq` expression other than a path may yield the document itself. */
export const yieldsReference = ({ source }: ModelField): boolean =>
  source.kind !== 'groq' || isPath(source.expr);
