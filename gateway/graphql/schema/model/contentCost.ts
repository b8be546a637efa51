import { type FieldDefinitionNode, isTypeDefinitionNode } from 'graphql';
import { costOfCondition, costSdl } from '../../../core/model/contentCosts.ts';
import { includedFields } from '../../../core/model/derivedFilters.ts';
import { defaultOrder } from '../../../core/model/derivedOrders.ts';
import { constantCase, type Model, type ModelField, type ModelType } from '../../../core/model/model.ts';
import { directiveArguments } from './directiveArguments.ts';
import { withDirective } from './withDirective.ts';

/**
 * Adds the `@cost` of a field for which the content service does more than reading an attribute, unless it is declared. A field of an
 * interface costs as much as the most expensive one of its types.
 * @param excluded fields that cannot be filtered or ordered, as `Type.field`
 */
export function withContentCost(
  model: Model,
  field: FieldDefinitionNode,
  typeName: string,
  excluded: ReadonlySet<string>,
): FieldDefinitionNode {
  if (directiveArguments(field, 'cost')) return field;
  const owners = model.unions.get(typeName) ?? [typeName];
  const costs = owners.flatMap((owner) => {
    const declared = model.types.get(owner)?.fields.get(field.name.value);
    const points = declared ? declared.cost.value + costOfQuery(model, declared, excluded) : 0;
    return declared && points > 0 ? costOfValue(model, declared) + points : [];
  });
  return costs.length === 0 ? field : withDirective(field, costSdl(Math.max(...costs)));
}

/** Returns the points of the documents of a list besides the query itself: of their languages, and of an order without an argument. */
function costOfQuery(
  model: Model,
  { source, shape, target }: ModelField,
  excluded: ReadonlySet<string>,
): number {
  const type = model.types.get(target ?? '');
  if (!type || (source.kind !== 'inverse' && shape !== 'connection')) return 0;
  return costOfLanguage(type) + (shape === 'connection' ? 0 : costOfDefaultOrder(type, excluded));
}

/** Returns the points of finding the documents of a list that are the versions for a language. */
export const costOfLanguage = ({ languageWeight }: ModelType): number => costOfCondition(languageWeight);

function costOfDefaultOrder(type: ModelType, excluded: ReadonlySet<string>): number {
  const fields = includedFields(type, excluded);
  const { field } = defaultOrder(type, fields);
  return fields.find(({ name }) => constantCase(name) === field)?.cost.order ?? 0;
}

/** Returns the cost of a value by its type. */
function costOfValue({ definitions }: Model, { typeName, shape }: ModelField): number {
  const types = definitions.definitions.filter(isTypeDefinitionNode);
  const type = types.find(({ name }) => name.value === typeName);
  const declared = type && directiveArguments(type, 'cost');
  return Number(declared?.weight ?? (shape === 'scalar' || shape === 'enum' ? 0 : 1));
}
