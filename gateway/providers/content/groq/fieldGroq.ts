import type { ModelField } from '../../../core/model/model.ts';
import { attribute, isPath } from './groq.ts';

/** Returns GROQ for a field's stored value: its attribute, or its `@groq` expression. */
export function fieldGroq({ name, source }: ModelField): string {
  if (source.kind !== 'groq') return attribute(name);
  // The line break ends a comment at the end of the expression.
  return isPath(source.expr) ? source.expr : `(${source.expr}\n)`;
}

/** True if the stored value is a reference; a `@groq` expression other than a path may yield the document itself. */
export const yieldsReference = ({ source }: ModelField): boolean =>
  source.kind !== 'groq' || isPath(source.expr);
