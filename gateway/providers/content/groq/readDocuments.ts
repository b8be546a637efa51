import {
  isReference,
  type Model,
  type ModelField,
  type ModelType,
  possibleDocuments,
} from '../../../core/model/model.ts';
import { type ExpressionNode, nodesIn, parseExpression } from './expressionTree.ts';
import { attributePath, isAttribute } from './groq.ts';

/** The documents that an expression reads besides the document that it belongs to. */
export interface ReadDocuments {
  /** Their `_type`s, as far as they are known. */
  readonly types: ReadonlySet<string>;
  /** False if it also reads documents of unknown types. */
  readonly isComplete: boolean;
}

/** What the model declares for a value: objects and documents of these types, or references to them. */
interface Declared {
  readonly types: readonly ModelType[];
  readonly isReference: boolean;
}

/** Finds the types of documents that an expression reads: by the references that the model declares, and by `_type` in filters. */
export function readDocuments(model: Model, owner: ModelType, expr: string): ReadDocuments {
  const types = new Set<string>();
  let isComplete = true;
  const add = (documents: readonly ModelType[] | undefined) => {
    if (!documents) isComplete = false;
    for (const { document } of documents ?? []) if (document) types.add(document.type);
  };
  const declared = (node: ExpressionNode | undefined, self: Declared | undefined): Declared | undefined => {
    switch (node?.type) {
      case undefined:
      case 'This':
        return self;
      case 'AccessAttribute':
        return attributeOf(model, declared(node.base, self), node.name ?? '');
      case 'Deref': {
        const base = declared(node.base, self);
        return base?.isReference ? { ...base, isReference: false } : undefined;
      }
      case 'Filter':
        if (node.base?.type === 'Everything') return filteredDocuments(model, node.expr);
        return declared(node.base, self);
      case 'ArrayCoerce':
      case 'AccessElement':
      case 'Slice':
      case 'Group':
      case 'PipeFuncCall':
        return declared(node.base, self);
      default:
        return undefined;
    }
  };
  const walk = (node: ExpressionNode, self: Declared | undefined): void => {
    if (node.type === 'Everything') add(undefined);
    if (node.type === 'Deref') {
      const base = declared(node.base, self);
      add(base?.isReference ? base.types : undefined);
    }
    const isQuery = node.type === 'Filter' && node.base?.type === 'Everything';
    if (isQuery) add(declared(node, self)?.types);
    // The rest of these nodes is about the values of the base.
    const isOfBase = ['Filter', 'Map', 'FlatMap', 'Projection', 'PipeFuncCall'].includes(node.type);
    const inner = isOfBase ? declared(isQuery ? node : node.base, self) : self;
    for (const [key, child] of Object.entries(node))
      for (const part of nodesIn(child))
        if (!(isQuery && key === 'base')) walk(part, key === 'base' ? self : inner);
  };
  try {
    walk(parseExpression(expr), { types: [owner], isReference: false });
  } catch {
    isComplete = false;
  }
  return { types, isComplete };
}

/** Returns what all types declare for an attribute; undefined if one of them does not declare it. */
function attributeOf(model: Model, base: Declared | undefined, name: string): Declared | undefined {
  if (!base || base.isReference) return undefined;
  const fields = base.types.map((type) =>
    [...type.fields.values()].find((field) => isAttribute(field) && attributePath(field) === name),
  );
  const found = fields.map((field) => field && declaredOf(model, field));
  const isReference = found[0]?.isReference ?? false;
  return found.length > 0 && found.every((one) => one?.isReference === isReference)
    ? { types: found.flatMap((one) => one?.types ?? []), isReference }
    : undefined;
}

function declaredOf(model: Model, field: ModelField): Declared | undefined {
  if (isReference(field)) {
    const types = possibleDocuments(model, field.target ?? field.typeName);
    return types.length > 0 ? { types, isReference: true } : undefined;
  }
  const type = field.shape === 'object' ? model.types.get(field.typeName) : undefined;
  return type && { types: [type], isReference: false };
}

/** Returns the documents that `*[…]` selects by `_type`; undefined if it can select other documents. */
function filteredDocuments(model: Model, condition: ExpressionNode | undefined): Declared | undefined {
  if (condition?.type === 'And')
    return filteredDocuments(model, condition.left) ?? filteredDocuments(model, condition.right);
  if (condition?.type !== 'OpCall' || condition.left?.type !== 'AccessAttribute') return undefined;
  const { op, left, right } = condition;
  if (left.name !== '_type' || left.base) return undefined;
  const values = op === '==' ? [right] : op === 'in' ? (right?.elements ?? []).map(({ value }) => value) : [];
  const types = values.map((value) => model.types.get(model.typeOfDocument.get(String(value?.value)) ?? ''));
  return types.length > 0 && types.every((type) => type !== undefined)
    ? { types, isReference: false }
    : undefined;
}
