import { existsSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readUtf8 } from './readUtf8.ts';

const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_.-]*)\s*=(.*)$/;

/**
 * Reads the variables of a file such as `.env`; none if there is no file.
 * @throws NotUtf8Error; Error with every line that Node's parser ignores, cuts or overwrites, without values
 */
export function readEnvFile(path: string): NodeJS.Dict<string> {
  if (!existsSync(path)) return {};
  const text = readUtf8(path);
  const faults = faultsOf(text);
  if (faults.length > 0)
    throw new Error(faults.map(([line, fault]) => `${path}:${line} ${fault}`).join('\n'));
  return parseEnv(text);
}

type Fault = readonly [line: number, message: string];

function faultsOf(text: string): readonly Fault[] {
  const lines = text.split(/\r?\n/);
  const faults: Fault[] = [];
  const lineOf = new Map<string, number>();
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    const number = i + 1;
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name, value = ''] = ASSIGNMENT.exec(line) ?? [];
    if (name === undefined) {
      faults.push([number, 'expected NAME=value, got another line; begin a comment with #']);
      continue;
    }
    const earlier = lineOf.get(name);
    if (earlier !== undefined)
      faults.push([
        number,
        `${name}: expected one value, got another in line ${earlier}; remove one of them`,
      ]);
    lineOf.set(name, number);
    const { end, fault } = checkValue(lines, i, value);
    if (fault !== undefined) faults.push([number, `${name}: ${fault}`]);
    i = end;
  }
  return faults;
}

/** Checks a value, with the spaces around it. @returns the index of its last line */
function checkValue(
  lines: readonly string[],
  start: number,
  value: string,
): { readonly end: number; readonly fault?: string } {
  const text = value.trimStart();
  if (text === '' && value !== '')
    return {
      end: start,
      fault: 'expected nothing after =, got spaces, with which the next line becomes the value; remove them',
    };
  const [quote] = /^["'`]/.exec(text) ?? [];
  if (quote === undefined)
    return /^([^#]*[^#\s])?#/.test(value)
      ? {
          end: start,
          fault:
            'expected quotes around a value with #, got none; write NAME="value", or a space before a comment',
        }
      : { end: start };
  const isClosed = (line: string, i: number) => (i === start ? text.slice(1) : line).includes(quote);
  const end = lines.findIndex((line, i) => i >= start && isClosed(line, i));
  if (end === -1) return { end: start, fault: `expected a closing ${quote}, got none; add it` };
  const rest = end === start ? text.slice(1) : (lines[end] as string);
  const after = rest.slice(rest.indexOf(quote) + 1).trim();
  return after === '' || after.startsWith('#')
    ? { end }
    : {
        end,
        fault: `expected nothing after the closing ${quote}, got more; use other quotes around the value`,
      };
}
