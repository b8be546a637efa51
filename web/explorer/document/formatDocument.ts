import { type DefinitionNode, type Location, parse, print, type Token, TokenKind } from 'graphql';

const OPENING: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.PAREN_L, TokenKind.BRACKET_L]);
const CLOSING: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.PAREN_R, TokenKind.BRACKET_R]);

/**
 * Formats a document and keeps its comments: definitions are printed by graphql-js, and those that contain comments are
 * indented.
 * @throws GraphQLError if it does not parse
 */
export function formatDocument(query: string): string {
  const { definitions, loc } = parse(query);
  let before = loc?.startToken;
  const blocks = definitions.map((definition) => {
    const { startToken, endToken } = definition.loc as Location;
    const comments = before ? commentsBetween(before, startToken) : [];
    before = endToken;
    return [...comments, formatDefinition(definition, query)].join('\n');
  });
  const last = before && loc ? commentsBetween(before, loc.endToken) : [];
  return `${[...blocks, ...(last.length > 0 ? [last.join('\n')] : [])].join('\n\n')}\n`;
}

/** Formats JSON. @returns the text itself if it is no JSON */
export function formatJson(text: string): string {
  try {
    return text.trim() === '' ? text : `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  } catch {
    return text;
  }
}

function formatDefinition(definition: DefinitionNode, query: string): string {
  const { startToken, endToken, start, end } = definition.loc as Location;
  const hasComments = commentsBetween(startToken, endToken).length > 0;
  return hasComments ? indented(query.slice(start, end), startToken, endToken) : print(definition);
}

/** Indents the lines of a definition by the brackets that are open. */
function indented(text: string, startToken: Token, endToken: Token): string {
  const depths = new Map<number, number>();
  let depth = 0;
  for (const token of tokensBetween(startToken, endToken)) {
    if (CLOSING.has(token.kind)) depth -= 1;
    if (!depths.has(token.line)) depths.set(token.line, depth);
    if (OPENING.has(token.kind)) depth += 1;
  }
  return text
    .split('\n')
    .map((line, index) => {
      const indent = depths.get(startToken.line + index);
      // Lines without a token of their own are empty, or within a block string.
      return indent === undefined ? line : '  '.repeat(indent) + line.trim();
    })
    .join('\n');
}

const commentsBetween = (start: Token, end: Token): readonly string[] =>
  tokensBetween(start, end)
    .filter(({ kind }) => kind === TokenKind.COMMENT)
    .map(({ value }) => `#${value}`);

/** Returns the tokens from one to another, both included. */
function tokensBetween(start: Token, end: Token): readonly Token[] {
  const tokens: Token[] = [];
  for (let token: Token | null = start; token; token = token.next) {
    tokens.push(token);
    if (token === end) break;
  }
  return tokens;
}
