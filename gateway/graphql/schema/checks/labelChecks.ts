import { print } from 'graphql';
import { isTextField, type ModelType } from '../../../core/model/model.ts';
import type { ReportError } from '../model/modelError.ts';

/**
 * Checks `@label`: at most one text of a document, whose value is in the content service.
 * @param computed computed fields as `Type.field`
 */
export function checkLabels(type: ModelType, computed: ReadonlySet<string>, report: ReportError): void {
  const labels = [...type.fields.values()].filter(({ isLabel }) => isLabel);
  for (const field of labels) {
    const name = `${type.name}.${field.name}`;
    const isStored = field.source.kind === 'attribute' || field.source.kind === 'groq';
    if (!type.document)
      report(
        field.node,
        `${name}: expected @label on a field of a document type, got it on the inline object ${type.name}; remove it`,
      );
    else if (!isTextField(field) || !isStored || computed.has(name))
      report(
        field.node,
        `${name}: expected @label on a String of the content service, got ${computed.has(name) ? 'a computed field' : print(field.node.type)}; move it to a text of ${type.name}`,
      );
  }
  const [first, second] = labels;
  if (first && second)
    report(
      second.node,
      `${type.name}.${second.name}: expected one @label in ${type.name}, got another on ${first.name}; remove one`,
    );
}
