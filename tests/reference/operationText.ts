import fc from 'fast-check';
import { type GraphQLInputType, getNullableType, isEnumType, isInputObjectType, isListType } from 'graphql';
import type { Argument } from './argumentArbitrary.ts';

/** An operation and the sets of variables to run it with. */
export interface Operation {
  readonly text: string;
  readonly variables: readonly Record<string, unknown>[];
}

/** A directive that includes or skips by a variable, or by a constant. */
export interface Directive {
  readonly name: 'include' | 'skip';
  readonly condition: string;
}

/** A part of a selection set. */
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
      /** Selections without a fragment around them, in an inline fragment, or in a named one. */
      readonly kind: 'bare' | 'inline' | 'named';
      readonly on: string;
      /** Whether an inline fragment states the type, where it need not. */
      readonly hasCondition: boolean;
      readonly depth: number;
      /** Which of the suitable named fragments to spread again; null for a new one. */
      readonly reuse: number | null;
      readonly directive: Directive | null;
      readonly selections: readonly Selection[];
    };

/** The variables of directives. */
export const SWITCHES = ['on', 'off', 'maybe'];

type Fragment = Extract<Selection, { kind: 'bare' | 'inline' | 'named' }>;

/**
 * Writes an operation.
 * @param size how many selections are written; the rest is left out
 * @param switches sets of values for the variables of directives
 */
export function writeOperation(
  body: readonly Selection[],
  size: number,
  switches: readonly Record<string, unknown>[],
): Operation {
  const writer = new OperationWriter(size);
  const { declarations, values, text } = writer.write(body);
  const used = declarations.filter((declaration) =>
    new RegExp(`\\${declaration.slice(0, declaration.indexOf(':'))}\\b`).test(text),
  );
  return {
    text: `query${used.length > 0 ? `(${used.join(', ')})` : ''} ${text}`,
    variables: switches.map((booleans) => ({ ...booleans, ...values })),
    // How a failing property prints it.
    [fc.toStringMethod]() {
      return `${this.text}\n${this.variables.map((set) => JSON.stringify(set)).join('\n')}`;
    },
  } as Operation;
}

class OperationWriter {
  readonly #fragments = new Map<string, { on: string; depth: number; text: string }>();
  readonly #variables: Argument[] = [];
  #aliases = 0;
  #left: number;

  constructor(size: number) {
    this.#left = size;
  }

  write(body: readonly Selection[]) {
    const operation = this.#set(body);
    const fragments = [...this.#fragments].map(([name, { on, text }]) => `fragment ${name} on ${on} ${text}`);
    return {
      text: [operation, ...fragments].join('\n'),
      declarations: [
        ...SWITCHES.map((name) => `$${name}: Boolean!`),
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
    this.#left -= 1;
    if (this.#left < 0) return '';
    switch (selection.kind) {
      case 'typename':
        return '__typename';
      case 'field':
        return this.#field(selection);
      case 'bare':
        return this.#list(selection.selections);
      case 'inline': {
        const condition = selection.hasCondition ? ` on ${selection.on}` : '';
        return `...${condition}${directive(selection.directive)} ${this.#set(selection.selections)}`;
      }
      case 'named':
        return `...${this.#fragment(selection)}${directive(selection.directive)}`;
    }
  }

  #field(field: Extract<Selection, { kind: 'field' }>): string {
    const args = field.args.map((argument) => {
      if (!argument.isVariable) return `${argument.name}: ${literal(argument.value, argument.type)}`;
      this.#variables.push(argument);
      return `${argument.name}: $v${this.#variables.length - 1}`;
    });
    // A field with arguments has a name of its own, so that it never conflicts with the same field beside it.
    const prefix = field.alias ?? (args.length > 0 ? 'a' : '');
    if (prefix) this.#aliases += 1;
    const alias = prefix && `${prefix}${this.#aliases}: `;
    const written = args.length > 0 ? `(${args.join(', ')})` : '';
    const body = field.selections ? ` ${this.#set(field.selections)}` : '';
    return `${alias}${field.name}${written}${directive(field.directive)}${body}`;
  }

  /** The name of a suitable fragment that is written already, or of a new one. */
  #fragment({ on, depth, reuse, selections }: Fragment): string {
    const suitable = [...this.#fragments].filter(
      ([, fragment]) => fragment.on === on && fragment.depth <= depth && fragment.text !== '',
    );
    const [known] = suitable[(reuse ?? 0) % (suitable.length || 1)] ?? [];
    if (reuse !== null && known) return known;
    const name = `F${this.#fragments.size}`;
    // Without a text until it is written, so that it cannot contain itself.
    this.#fragments.set(name, { on, depth, text: '' });
    this.#fragments.set(name, { on, depth, text: this.#set(selections) });
    return name;
  }
}

const directive = (given: Directive | null): string =>
  given ? ` @${given.name}(if: ${given.condition})` : '';

/** A value as GraphQL writes it; the names of enums stand without quotes. */
function literal(value: unknown, type: GraphQLInputType): string {
  const nullable = getNullableType(type);
  if (value === null) return 'null';
  if (isEnumType(nullable)) return String(value);
  if (isListType(nullable))
    return `[${(value as unknown[]).map((item) => literal(item, nullable.ofType)).join(', ')}]`;
  if (!isInputObjectType(nullable)) return JSON.stringify(value);
  const fields = nullable.getFields();
  return `{${Object.entries(value as object)
    .map(([name, inner]) => `${name}: ${literal(inner, fields[name]?.type as GraphQLInputType)}`)
    .join(', ')}}`;
}
