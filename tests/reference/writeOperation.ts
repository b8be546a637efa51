import fc from 'fast-check';
import { type GraphQLInputType, getNullableType, isEnumType, isInputObjectType, isListType } from 'graphql';
import type { Argument } from './argumentArbitrary.ts';

/** An operation and the sets of variables to run it with. */
export interface Operation {
  readonly text: string;
  readonly variables: readonly Record<string, unknown>[];
}

/** An `@include` or `@skip` directive, whose condition is a variable or a constant. */
export interface Directive {
  readonly name: 'include' | 'skip';
  readonly condition: string;
}

/** A selection of a selection set. */
export type Selection =
  | { readonly kind: 'typename' }
  | {
      readonly kind: 'field';
      readonly name: string;
      readonly alias: string | null;
      readonly args: readonly Argument[];
      readonly directive: Directive | null;
      /** Null for a leaf. */
      readonly selections: readonly Selection[] | null;
    }
  | {
      /** An inline fragment, a spread of a named fragment, or their selections without a fragment. */
      readonly kind: 'unwrapped' | 'inline' | 'named';
      readonly on: string;
      /** True if an inline fragment states its type condition. */
      readonly hasTypeCondition: boolean;
      readonly depth: number;
      /** The index of the existing named fragment to spread; null for a new one. */
      readonly reuseIndex: number | null;
      readonly directive: Directive | null;
      readonly selections: readonly Selection[];
    };

/** The names of the variables in the conditions of directives. */
export const DIRECTIVE_VARIABLES = ['on', 'off', 'maybe'];

type Fragment = Extract<Selection, { kind: 'unwrapped' | 'inline' | 'named' }>;

/**
 * Writes the text of an operation.
 * @param maxSelections later selections are omitted
 * @param directiveValues sets of values for the variables in the conditions of directives
 */
export function writeOperation(
  body: readonly Selection[],
  maxSelections: number,
  directiveValues: readonly Record<string, unknown>[],
): Operation {
  const writer = new OperationWriter(maxSelections);
  const { declarations, values, text } = writer.write(body);
  const used = declarations.filter((declaration) =>
    new RegExp(`\\${declaration.slice(0, declaration.indexOf(':'))}\\b`).test(text),
  );
  return {
    text: `query${used.length > 0 ? `(${used.join(', ')})` : ''} ${text}`,
    variables: directiveValues.map((booleans) => ({ ...booleans, ...values })),
    // fast-check prints the operation of a failed property by this method.
    [fc.toStringMethod]() {
      return `${this.text}\n${this.variables.map((set) => JSON.stringify(set)).join('\n')}`;
    },
  } as Operation;
}

class OperationWriter {
  readonly #fragments = new Map<string, { on: string; depth: number; text: string }>();
  readonly #variables: Argument[] = [];
  #aliases = 0;
  #remaining: number;

  constructor(size: number) {
    this.#remaining = size;
  }

  write(body: readonly Selection[]) {
    const operation = this.#set(body);
    const fragments = [...this.#fragments].map(([name, { on, text }]) => `fragment ${name} on ${on} ${text}`);
    return {
      text: [operation, ...fragments].join('\n'),
      declarations: [
        ...DIRECTIVE_VARIABLES.map((name) => `$${name}: Boolean!`),
        ...this.#variables.map(({ type }, at) => `$v${at}: ${type}`),
      ],
      values: Object.fromEntries(this.#variables.map(({ value }, at) => [`v${at}`, value])),
    };
  }

  #set(selections: readonly Selection[]): string {
    return `{ ${this.#list(selections) || '__typename'} }`;
  }

  #list(selections: readonly Selection[]): string {
    return selections
      .map((selection) => this.#selection(selection))
      .filter(Boolean)
      .join(' ');
  }

  #selection(selection: Selection): string {
    this.#remaining -= 1;
    if (this.#remaining < 0) return '';
    switch (selection.kind) {
      case 'typename':
        return '__typename';
      case 'field':
        return this.#field(selection);
      case 'unwrapped':
        return this.#list(selection.selections);
      case 'inline': {
        const condition = selection.hasTypeCondition ? ` on ${selection.on}` : '';
        return `...${condition}${formatDirective(selection.directive)} ${this.#set(selection.selections)}`;
      }
      case 'named':
        return `...${this.#fragment(selection)}${formatDirective(selection.directive)}`;
    }
  }

  #field(field: Extract<Selection, { kind: 'field' }>): string {
    const args = field.args.map((argument) => {
      if (!argument.isVariable) return `${argument.name}: ${formatLiteral(argument.value, argument.type)}`;
      this.#variables.push(argument);
      return `${argument.name}: $v${this.#variables.length - 1}`;
    });
    // A field with arguments has a unique alias, so that it never conflicts with the same field with other arguments.
    const prefix = field.alias ?? (args.length > 0 ? 'a' : '');
    if (prefix) this.#aliases += 1;
    const alias = prefix && `${prefix}${this.#aliases}: `;
    const written = args.length > 0 ? `(${args.join(', ')})` : '';
    const body = field.selections ? ` ${this.#set(field.selections)}` : '';
    return `${alias}${field.name}${written}${formatDirective(field.directive)}${body}`;
  }

  /** Returns the name of an existing fragment of the type and depth, or of a new one. */
  #fragment({ on, depth, reuseIndex, selections }: Fragment): string {
    const suitable = [...this.#fragments].filter(
      ([, fragment]) => fragment.on === on && fragment.depth <= depth && fragment.text !== '',
    );
    const [existing] = suitable[(reuseIndex ?? 0) % (suitable.length || 1)] ?? [];
    if (reuseIndex !== null && existing) return existing;
    const name = `F${this.#fragments.size}`;
    // The text is empty until the fragment is written, so that it cannot contain itself.
    this.#fragments.set(name, { on, depth, text: '' });
    this.#fragments.set(name, { on, depth, text: this.#set(selections) });
    return name;
  }
}

const formatDirective = (given: Directive | null): string =>
  given ? ` @${given.name}(if: ${given.condition})` : '';

/** Formats a value as a GraphQL literal of a type. */
function formatLiteral(value: unknown, type: GraphQLInputType): string {
  const nullable = getNullableType(type);
  if (value === null) return 'null';
  if (isEnumType(nullable)) return String(value);
  if (isListType(nullable))
    return `[${(value as unknown[]).map((item) => formatLiteral(item, nullable.ofType)).join(', ')}]`;
  if (!isInputObjectType(nullable)) return JSON.stringify(value);
  const fields = nullable.getFields();
  return `{${Object.entries(value as object)
    .map(([name, inner]) => `${name}: ${formatLiteral(inner, fields[name]?.type as GraphQLInputType)}`)
    .join(', ')}}`;
}
