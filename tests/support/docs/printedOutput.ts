import type { CodeBlock } from '../../../gateway/sites/docs/markdown/examples.ts';

/** Stands for any text in the output of an example, as a JSON string for any value, and at the end of a list for any items. */
const ANYTHING = '…';
const MAX_LINE_CHARACTERS = 90;

/** Returns whether a program printed what the documentation shows. JSON is compared as values. */
export function isPrinted(
  { language, code }: CodeBlock,
  printed: string,
  { ignoresTypeNames = false } = {},
): boolean {
  if (language !== 'json') return patternOf(code.trim()).test(printed.trim());
  const prepare = (value: unknown) => (ignoresTypeNames ? withoutTypeNames(value) : value);
  const actual = parseJson(printed);
  return actual !== undefined && isMatch(prepare(JSON.parse(code)), prepare(actual));
}

/** Returns JSON as the documentation shows it: short objects and lists in one line. */
export function formatJson(value: unknown, indent = ''): string {
  const line = inOneLine(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= MAX_LINE_CHARACTERS)
    return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((each) => formatJson(each, inner))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${formatJson(each, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${parts.map((part) => `${inner}${part}`).join(',\n')}\n${indent}${close}`;
}

function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return value.length > 0 ? `[${value.map(inOneLine).join(', ')}]` : '[]';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${inOneLine(each)}`);
  return entries.length > 0 ? `{ ${entries.join(', ')} }` : '{}';
}

const patternOf = (text: string): RegExp =>
  new RegExp(`^${text.split(ANYTHING).map(escapeRegExp).join('[\\s\\S]*')}$`);

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

function isMatch(expected: unknown, actual: unknown): boolean {
  if (expected === ANYTHING) return actual !== undefined;
  if (typeof expected === 'string') return typeof actual === 'string' && patternOf(expected).test(actual);
  if (typeof expected !== 'object' || expected === null) return expected === actual;
  if (typeof actual !== 'object' || actual === null) return false;
  if (Array.isArray(expected) && expected.at(-1) === ANYTHING)
    return Array.isArray(actual) && isMatch(expected.slice(0, -1), actual.slice(0, expected.length - 1));
  const [wanted, found] = [Object.entries(expected), Object.entries(actual)];
  return (
    Array.isArray(expected) === Array.isArray(actual) &&
    wanted.length === found.length &&
    wanted.every(([key, value]) => isMatch(value, (actual as Record<string, unknown>)[key]))
  );
}

function withoutTypeNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTypeNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) =>
      key === '__typename' ? [] : [[key, withoutTypeNames(each)]],
    ),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
