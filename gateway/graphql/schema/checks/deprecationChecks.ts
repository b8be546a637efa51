import { type ConstDirectiveNode, type DocumentNode, Kind, visit } from 'graphql';
import { REASON_EXAMPLE, removalDate } from '../../../core/deprecation.ts';
import type { ReportError } from '../model/modelError.ts';

/** Checks that the reason of each `@deprecated` ends with the date of the removal. */
export function checkDeprecations(definitions: DocumentNode, report: ReportError): void {
  visit(definitions, {
    enter(node) {
      if (!('directives' in node) || !('name' in node) || !node.name) return;
      const directive = (node.directives as readonly ConstDirectiveNode[] | undefined)?.find(
        ({ name }) => name.value === 'deprecated',
      );
      const reason = directive?.arguments?.find(({ name }) => name.value === 'reason')?.value;
      const text = reason?.kind === Kind.STRING ? reason.value : '';
      if (directive && removalDate(text) === undefined)
        report(
          directive,
          `${node.name.value}: expected @deprecated(reason:) that ends with the date of the removal, such as "${REASON_EXAMPLE}", got ${text === '' ? 'none' : JSON.stringify(text)}; add the date`,
        );
    },
  });
}
