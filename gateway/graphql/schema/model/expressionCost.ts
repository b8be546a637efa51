import { type FieldDefinitionNode, isTypeDefinitionNode } from 'graphql';
import { costSdl, expressionWeightOf } from '../../../core/model/expressionCosts.ts';
import type { Model, ModelField } from '../../../core/model/model.ts';
import { directiveArguments } from './directiveArguments.ts';
import { withDirective } from './withDirective.ts';

/** The size of a list without `@listSize`. */
const ASSUMED_SIZE = 10;

/**
 * Adds the `@cost` of a field whose expression reads other documents, unless it is declared. A field of an interface costs as
 * much as the most expensive one of its types.
 */
export function withExpressionCost(
  model: Model,
  field: FieldDefinitionNode,
  typeName: string,
): FieldDefinitionNode {
  if (directiveArguments(field, 'cost')) return field;
  const owners = model.unions.get(typeName) ?? [typeName];
  const costs = owners.flatMap((owner) => {
    const declared = model.types.get(owner)?.fields.get(field.name.value);
    const weight = declared ? expressionWeightOf(declared) : 0;
    return declared && weight > 0
      ? costOfValue(model, declared) + Math.ceil(weight / sharesOf(declared))
      : [];
  });
  return costs.length === 0 ? field : withDirective(field, costSdl(Math.max(...costs)));
}

/** Returns the number of items that share the cost of an expression, which is evaluated once for a list. */
function sharesOf({ isList, node }: ModelField): number {
  const size = directiveArguments(node, 'listSize');
  return isList && size?.slicingArguments === undefined
    ? Math.max(1, Number(size?.assumedSize ?? ASSUMED_SIZE))
    : 1;
}

/** Returns the cost of a value without its expression. */
function costOfValue({ definitions }: Model, { typeName, shape }: ModelField): number {
  const types = definitions.definitions.filter(isTypeDefinitionNode);
  const type = types.find(({ name }) => name.value === typeName);
  const declared = type && directiveArguments(type, 'cost');
  return Number(declared?.weight ?? (shape === 'scalar' || shape === 'enum' ? 0 : 1));
}
