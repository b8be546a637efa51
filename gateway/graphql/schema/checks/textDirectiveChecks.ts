import { print } from 'graphql';
import { isTextField, type ModelField, type ModelType } from '../../../core/model/model.ts';
import type { ReportError } from '../model/modelError.ts';

/**
 * Checks `@label` and `@orderable`: they are on texts of documents, whose values are in the content service, and a type has one label.
 * @param computed computed fields as `Type.field`
 */
export function checkTextDirectives(
  type: ModelType,
  computed: ReadonlySet<string>,
  report: ReportError,
): void {
  const fields = [...type.fields.values()];
  const labels = fields.filter(({ isLabel }) => isLabel);
  const check = (directive: string, field: ModelField) => {
    const found = wrongPlace(type, field, computed);
    if (found) report(field.node, `${type.name}.${field.name}: expected @${directive} on ${found}`);
  };
  for (const field of labels) check('label', field);
  for (const field of fields) if (field.isOrderable) check('orderable', field);
  const [first, second] = labels;
  if (first && second)
    report(
      second.node,
      `${type.name}.${second.name}: expected one @label in ${type.name}, got another on ${first.name}; remove one`,
    );
}

/** Returns where a directive of texts is expected, and where it was found; undefined if the field is a stored text of a document. */
function wrongPlace(type: ModelType, field: ModelField, computed: ReadonlySet<string>): string | undefined {
  if (!type.document)
    return `a field of a document type, got it on the inline object ${type.name}; remove it`;
  const isComputed = computed.has(`${type.name}.${field.name}`);
  const isStored = field.source.kind === 'attribute' || field.source.kind === 'groq';
  if (isTextField(field) && isStored && !isComputed) return undefined;
  const found = isComputed ? 'a computed field' : print(field.node.type);
  return `a String of the content service, got ${found}; move it to a text of ${type.name}`;
}
