import type { FieldSource, ModelField } from '../../../core/model/model.ts';
import { attribute, isPath } from './groq.ts';

/** Returns GROQ for a field's stored value: its attribute, or its `@groq` expression. */
export function fieldGroq({ name, source, localized }: ModelField): string {
  if (localized && !isResolved(source))
    throw new Error(
      `expected ${name} in the model of a language, got it in all languages; see modelOfLocale`,
    );
  if (source.kind !== 'groq') return attribute(name);
  // The line break ends a comment at the end of the expression.
  return isPath(source.expr) ? source.expr : `(${source.expr}\n)`;
}

/** The value in one language is an expression. */
const isResolved = (source: FieldSource): boolean => source.kind === 'groq' && !isPath(source.expr);

/**
 * Returns whether the value of a field is as it is stored: in an attribute of its document or object, under its own name or at a
 * path. The values of a localized field are within the attribute.
 */
export const isStored = ({ source, localized }: ModelField): boolean =>
  localized !== undefined || source.kind === 'attribute' || (source.kind === 'groq' && isPath(source.expr));

/** Returns whether the value of a field is an attribute itself. */
export const isAttribute = (field: ModelField): boolean => isStored(field) && !field.localized;

/** True if the stored value is a reference; a `@groq` expression other than a path may yield the document itself. */
export const yieldsReference = ({ source }: ModelField): boolean =>
  source.kind !== 'groq' || isPath(source.expr);
