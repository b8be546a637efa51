import type { Token } from 'markdown-it';

/** A code block of Markdown. */
export interface CodeBlock {
  /** The language after the backticks, for example `js`. */
  readonly language: string;
  readonly code: string;
}

/** An operation with its variables. */
export interface ExampleOperation {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
}

/** Code blocks that belong together: an operation, or one program in several languages, and the output. */
export interface Example {
  /** Undefined for programs. */
  readonly operation: ExampleOperation | undefined;
  /** The programs; empty for an operation. */
  readonly programs: readonly CodeBlock[];
  /** The response of the operation or the output of each program. */
  readonly output: CodeBlock | undefined;
}

/** The words after the language that give a block a role in an example. */
const VARIABLES = 'variables';
const OUTPUT = 'output';
/** Documents with comments, descriptions or types are only shown. */
const OPERATION = /^\s*(query\b|mutation\b|subscription\b|\{)[^#]*$/;
const PROGRAM_LANGUAGES: ReadonlySet<string> = new Set(['sh', 'js', 'ts', 'tsx', 'python']);

/** The tokens of an example: `length` tokens from `start`. */
export interface ExamplePosition {
  readonly start: number;
  readonly length: number;
  readonly example: Example;
}

/**
 * Finds the examples in the tokens of a page. A block `graphql` without comments is an operation; `json variables` after it has its variables.
 * Adjacent blocks of programming languages are the same program. `json output` or `text output` after either is what it
 * prints. Other code blocks are no examples.
 */
export function findExamples(tokens: readonly Token[]): readonly ExamplePosition[] {
  const found: ExamplePosition[] = [];
  for (let start = 0; start < tokens.length; start += 1) {
    const example = readExample(tokens, start);
    if (!example) continue;
    found.push(example);
    start += example.length - 1;
  }
  return found;
}

function readExample(tokens: readonly Token[], start: number): ExamplePosition | undefined {
  let end = start;
  const take = (matches: (language: string, role: string | undefined) => boolean): CodeBlock | undefined => {
    const token = tokens[end];
    if (token?.type !== 'fence') return undefined;
    const [language = '', role] = token.info.trim().split(/\s+/);
    if (!matches(language, role)) return undefined;
    end += 1;
    return { language, code: token.content };
  };
  const query = OPERATION.test(tokens[start]?.content ?? '')
    ? take((language) => language === 'graphql')
    : undefined;
  const variables = query && take((_, role) => role === VARIABLES);
  const programs: CodeBlock[] = [];
  if (!query)
    for (;;) {
      const program = take((language, role) => PROGRAM_LANGUAGES.has(language) && role === undefined);
      if (!program) break;
      programs.push(program);
    }
  if (!query && programs.length === 0) return undefined;
  const output = take((_, role) => role === OUTPUT);
  const operation = query && {
    query: query.code,
    variables: variables && (JSON.parse(variables.code) as ExampleOperation['variables']),
  };
  return { start, length: end - start, example: { operation, programs, output } };
}
