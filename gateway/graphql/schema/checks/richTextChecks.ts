import { type ASTNode, print } from 'graphql';
import { isCoreType, type Model, type ModelField, type ModelType } from '../../../core/model/model.ts';
import { requiredScopes } from '../../../core/model/requiredScopes.ts';
import { kindsAt, RESERVED_KINDS } from '../../../core/model/richTextKinds.ts';
import { inlineTypes } from '../../../core/model/unionMembers.ts';
import type { ReportError } from '../model/modelError.ts';

/** Checks a type with `@richText`: its `_type` is unique, and no scopes guard what the JSON of the text contains. */
export function checkRichTextKind(model: Model, type: ModelType, report: ReportError): void {
  const { name, richText, node } = type;
  if (!richText) return;
  if (type.document)
    report(
      node,
      `${name}: expected @document or @richText, got both; declare a type for the object in the text`,
    );
  if (richText.positions.length === 0)
    report(node, `${name}: expected BLOCK, INLINE or ANNOTATION as position of @richText, got none; add one`);
  if (RESERVED_KINDS.has(richText.type))
    report(
      node,
      `${name}: expected a _type other than the _type of text, got "${richText.type}"; set @richText(type:) to the _type of the object`,
    );
  for (const position of richText.positions) {
    const other = kindsAt(model, position).get(richText.type);
    if (other && other !== type && !isCoreType(type))
      report(
        node,
        `${name}: expected a unique _type at the position ${position}, got "${richText.type}" of ${other.name}; set @richText(type:)`,
      );
  }
  const key = type.fields.get('key');
  if (key && print(key.node.type) !== 'String')
    report(
      key.node,
      `${name}.key: expected \`key: String\`, the key of the object in its text, got ${print(key.node.type)}; rename the field and set @groq(expr: "key")`,
    );
  for (const name of richText.text ?? [])
    if (!canHaveWords(type.fields.get(name)))
      report(
        node,
        `${type.name}: expected the names of stored fields with words in @richText(text:), got "${name}"; name texts, rich texts, images or inline objects`,
      );
  checkScopesOfKind(model, type, report);
}

const WORD_SHAPES: ReadonlySet<string> = new Set(['richText', 'image', 'object', 'union']);

const canHaveWords = (field: ModelField | undefined): boolean =>
  field !== undefined &&
  (field.source.kind === 'attribute' || field.source.kind === 'groq') &&
  (WORD_SHAPES.has(field.shape) || (field.shape === 'scalar' && field.typeName === 'String'));

/** `RichText.json` contains whole objects, so a guard of a part of them protects nothing. */
function checkScopesOfKind(model: Model, type: ModelType, report: ReportError): void {
  const required = requiredScopes(model);
  const rejects = (owner: string, node: ASTNode) =>
    report(
      node,
      `${owner}: expected no @requiresScopes in an object of rich text, because RichText.json contains its value; require the scopes on the fields with the text`,
    );
  for (const part of withInlineObjects(model, type)) {
    if (required.ofType(part.name).length > 0) rejects(part.name, part.node);
    for (const field of part.fields.values())
      if (required.ofField(part, field).length > 0) rejects(`${part.name}.${field.name}`, field.node);
  }
}

/** Returns a type and the types of the inline objects in it. */
function withInlineObjects(
  model: Model,
  type: ModelType,
  found: Set<ModelType> = new Set(),
): ReadonlySet<ModelType> {
  if (found.has(type)) return found;
  found.add(type);
  for (const { typeName } of type.fields.values())
    for (const inner of inlineTypes(model, typeName)) withInlineObjects(model, inner, found);
  return found;
}
