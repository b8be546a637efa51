import { execFile } from 'node:child_process';
import type { CodeBlock } from '../../../gateway/sites/docs/markdown/examples.ts';
import { DOCUMENTED_ORIGIN } from '../../../gateway/sites/docs/markdown/operationPrograms.ts';
import { ROOT } from '../stack.ts';
import { pythonBinary, requirePath } from '../systemBinaries.ts';

/** The gateway against which programs of the documentation run. */
export interface ProgramTarget {
  /** The address of the gateway, which replaces the documented one. */
  readonly url: string;
  /** The key in the variable `API_KEY`. */
  readonly apiKey: string;
}

/** Separates the outputs of programs that run in one process. */
const SEPARATOR = '\u001e';

/** Runs a program of Node and returns its output. */
export const runNode = (code: string, target: ProgramTarget): Promise<string> =>
  run(process.execPath, ['--input-type=module', '-e'], code, target);

/** Runs a program of Node in TypeScript and returns its output. Its types are not checked. */
export const runTypeScript = (code: string, target: ProgramTarget): Promise<string> =>
  run(process.execPath, ['--input-type=module-typescript', '-e'], code, target);

/** Runs a program in any language of the guides and returns its output. @throws Error without Python, for a program in it */
export async function runProgram(
  { language, code }: CodeBlock,
  target: ProgramTarget,
): Promise<string | undefined> {
  if (language === 'sh') return (await runShell([code], target))[0];
  if (language === 'python') return (await runPython(requirePath(pythonBinary()), [code], target))[0];
  return language === 'ts' ? runTypeScript(code, target) : runNode(code, target);
}

/** Runs independent programs of Node in one process and returns the output of each. */
export async function runNodeTogether(
  codes: readonly string[],
  target: ProgramTarget,
): Promise<readonly string[]> {
  const imports = new Set<string>();
  const bodies = codes.map((code) =>
    code.replace(/^import .*;$/gm, (statement) => {
      imports.add(statement);
      return '';
    }),
  );
  const together = [
    ...imports,
    ...bodies.map((body) => `await (async () => {\n${body}\n})();\nconsole.log('${SEPARATOR}');`),
  ].join('\n');
  return outputsOf(await runNode(together, target));
}

/** Runs independent programs of Python in one process and returns the output of each. */
export async function runPython(
  python: string,
  codes: readonly string[],
  target: ProgramTarget,
): Promise<readonly string[]> {
  const together = `for code in ${JSON.stringify(codes)}:\n    exec(code, {})\n    print("${SEPARATOR}")\n`;
  return outputsOf(await run(python, ['-c'], together, target));
}

/** Runs independent shell programs in one process and returns the output of each. */
export async function runShell(codes: readonly string[], target: ProgramTarget): Promise<readonly string[]> {
  const together = codes.map((code) => `(\n${code}\n)\nprintf '${SEPARATOR}'\n`).join('');
  return outputsOf(await run('bash', ['-euc'], together, target));
}

const outputsOf = (output: string): readonly string[] => output.split(SEPARATOR).slice(0, -1);

/** @throws Error with the error output of a program that fails */
const run = (
  command: string,
  args: readonly string[],
  code: string,
  { url, apiKey }: ProgramTarget,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const here = code
      .replaceAll(DOCUMENTED_ORIGIN, url)
      .replaceAll(DOCUMENTED_ORIGIN.replace('http', 'ws'), url.replace('http', 'ws'));
    const env = { ...process.env, NO_PROXY: '127.0.0.1', PYTHONIOENCODING: 'utf-8', API_KEY: apiKey };
    execFile(command, [...args, here], { cwd: ROOT, encoding: 'utf8', env }, (error, out, err) => {
      if (error) reject(new Error(`${command} failed with ${error.code}: ${err}\n${out}`));
      else resolve(out);
    });
  });
