import { print, valueFromASTUntyped } from 'graphql';
import { canBeSliced } from '../../../core/model/listSlices.ts';
import type { Model, ModelField } from '../../../core/model/model.ts';
import { MAX_PAGE_SIZE } from '../../../core/relay.ts';
import type { ReportError } from '../model/modelError.ts';

/** The arguments of lists of inline objects and values. */
const LIST_ARGUMENTS: ReadonlySet<string> = new Set(['first', 'offset']);

/** Returns whether an argument selects a part of a list. */
export const isListArgument = (model: Model, field: ModelField, name: string): boolean =>
  LIST_ARGUMENTS.has(name) && canBeSliced(model, field);

/** Checks the arguments `first` and `offset` of a list: integers, and a default that limits the cost. */
export function checkListArguments(model: Model, field: ModelField, name: string, report: ReportError): void {
  if (!canBeSliced(model, field)) return;
  const args = (field.node.arguments ?? []).filter((argument) => LIST_ARGUMENTS.has(argument.name.value));
  for (const argument of args) {
    const argumentName = argument.name.value;
    const type = print(argument.type);
    if (!/^Int!?$/.test(type))
      report(argument, `${name}: expected the type Int for ${argumentName}, got ${type}; change the type`);
    const size = argument.defaultValue ? valueFromASTUntyped(argument.defaultValue) : undefined;
    if (argumentName === 'first' && Number(size ?? 0) > MAX_PAGE_SIZE)
      report(
        argument,
        `${name}: expected a default of at most ${MAX_PAGE_SIZE} for first, got ${size}; set a smaller one`,
      );
    if (argumentName === 'first' && type === 'Int' && size == null)
      report(
        argument,
        `${name}: expected a default of first, which limits the cost of the list, got none; add one, e.g. \`first: Int = 20\``,
      );
  }
  if (args.length > 0 && !args.some((argument) => argument.name.value === 'first'))
    report(field.node, `${name}: expected first beside offset, got offset alone; add \`first: Int = 20\``);
}
