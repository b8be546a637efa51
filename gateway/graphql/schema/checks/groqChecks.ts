import { parse as parseGroq } from 'groq-js';
import type { ModelField } from '../../../core/model/model.ts';
import { isPath } from '../../../providers/content/groq/groq.ts';
import type { ReportError } from '../model/modelError.ts';

/** Checks the expression of `@groq`. */
export function checkExpression(field: ModelField, name: string, expr: string, report: ReportError): void {
  let parsed: unknown;
  try {
    // The newline ends a trailing comment.
    parsed = parseGroq(`${expr}\n`);
  } catch (error) {
    report(
      field.node,
      `${name}: expected a GROQ expression, got ${JSON.stringify(expr)}; ${(error as Error).message}`,
    );
    return;
  }
  if (hasParameter(parsed))
    report(
      field.node,
      `${name}: expected an expression without parameters, got ${JSON.stringify(expr)}; remove them, because they have no values`,
    );
  if ((field.shape === 'richText' || field.shape === 'connection') && !isPath(expr))
    report(
      field.node,
      `${name}: expected a path of attributes for the type ${field.typeName}, got ${JSON.stringify(expr)}; use the attribute`,
    );
}

/** Returns whether a parsed expression contains a `$parameter`. */
function hasParameter(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  return (node as { type?: unknown }).type === 'Parameter' || Object.values(node).some(hasParameter);
}
