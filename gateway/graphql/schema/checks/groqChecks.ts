import type { Model, ModelField } from '../../../core/model/model.ts';
import { FILE_ASSET, IMAGE_ASSET, VIDEO_ASSET } from '../../../core/model/unionMembers.ts';
import {
  type ExpressionNode,
  parseExpression,
  withDescendants,
} from '../../../providers/content/groq/expressionTree.ts';
import { isPath } from '../../../providers/content/groq/groq.ts';
import type { ReportError } from '../model/modelError.ts';

/** Checks the expression of `@groq`. */
export function checkExpression(field: ModelField, name: string, expr: string, report: ReportError): void {
  let tree: ExpressionNode;
  try {
    tree = parseExpression(expr);
  } catch (error) {
    report(
      field.node,
      `${name}: expected a GROQ expression, got ${JSON.stringify(expr)}; ${(error as Error).message}`,
    );
    return;
  }
  if (withDescendants(tree).some(({ type }) => type === 'Parameter'))
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

/** Checks the types of `@groq`: the gateway learns of changes to documents of the model only. */
export function checkExpressionTypes(
  model: Model,
  field: ModelField,
  name: string,
  types: readonly string[],
  report: ReportError,
): void {
  const unknown = types.filter((type) => !model.typeOfDocument.has(type) && !ASSET_TYPES.has(type));
  if (unknown.length > 0)
    report(
      field.node,
      `${name}: expected the _type of documents of the model in types of @groq, got ${unknown.join(', ')}; correct them, or leave types out, then every change refetches the value`,
    );
}

const ASSET_TYPES: ReadonlySet<string> = new Set([IMAGE_ASSET, FILE_ASSET, VIDEO_ASSET]);
