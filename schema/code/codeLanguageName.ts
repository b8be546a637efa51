/** The names of languages, where they are more than a first capital. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bash: 'Shell',
    cpp: 'C++',
    csharp: 'C#',
    css: 'CSS',
    glsl: 'GLSL',
    graphql: 'GraphQL',
    groq: 'GROQ',
    html: 'HTML',
    javascript: 'JavaScript',
    js: 'JavaScript',
    json: 'JSON',
    jsx: 'JSX',
    latex: 'LaTeX',
    php: 'PHP',
    py: 'Python',
    sh: 'Shell',
    sql: 'SQL',
    ts: 'TypeScript',
    tsx: 'TSX',
    typescript: 'TypeScript',
    xml: 'XML',
    yaml: 'YAML',
  }),
);
const NO_LANGUAGE = /^(plain_?text|text|txt|none|plain)?$/i;

/** Returns the name of a language of source code for readers; undefined for plain text. */
export const codeLanguageName = (language: string): string | undefined => {
  const written = language.trim();
  const key = written.toLowerCase();
  if (NO_LANGUAGE.test(key)) return undefined;
  // A name with capitals is as its author writes it, for example `WGSL`.
  return NAMES.get(key) ?? (written === key ? key.charAt(0).toUpperCase() + key.slice(1) : written);
};
