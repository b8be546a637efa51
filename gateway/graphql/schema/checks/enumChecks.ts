import { Kind } from 'graphql';
import type { Model } from '../../../core/model/model.ts';
import type { ReportError } from '../model/modelError.ts';
import { checkDirectiveArguments } from './directiveChecks.ts';

/** Checks `@enumValue`: the values of an enum stand for different texts. */
export function checkEnums({ definitions, enums }: Model, report: ReportError): void {
  for (const definition of definitions.definitions) {
    if (definition.kind !== Kind.ENUM_TYPE_DEFINITION) continue;
    const owners = new Map<string, string>();
    for (const value of definition.values ?? []) {
      const name = value.name.value;
      const coordinate = `${definition.name.value}.${name}`;
      const stored = enums.get(definition.name.value)?.get(name) ?? name;
      const directive = value.directives?.find((own) => own.name.value === 'enumValue');
      if (directive) checkDirectiveArguments(directive, coordinate, report);
      if (stored === '')
        report(
          value,
          `${coordinate}: expected a text in @enumValue(is:), got an empty one; remove the value`,
        );
      const other = owners.get(stored);
      // GraphQL rejects two values of one name.
      if (other !== undefined && other !== name)
        report(
          value,
          `${coordinate}: expected a text that no other value of the enum stands for, got ${JSON.stringify(stored)} of ${other}; remove one value, or correct @enumValue(is:)`,
        );
      owners.set(stored, name);
    }
  }
}
