import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding } from './fuzz.ts';

/** Longer inputs are written to a file. */
const MAX_PRINTED_CHARACTERS = 2_000;

/** Returns a failure with its input, and the command that repeats it. */
export function describeFinding(targetName: string, seed: string, finding: Finding): string {
  const { failure } = finding;
  if (!finding.case)
    return `${targetName}: ${failure}\n    npm run fuzz -- --target ${targetName} --seed ${seed}`;
  const { number, input } = finding.case;
  const text = JSON.stringify(input) ?? String(input);
  const shown = text.length <= MAX_PRINTED_CHARACTERS ? text : writeInput(targetName, text);
  return `${targetName}: ${failure}\n    input: ${shown}\n    npm run fuzz -- --target ${targetName} --seed ${seed} --case ${number}`;
}

/** Writes an input to a file. Returns its path. */
function writeInput(targetName: string, text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), `trivium-fuzz-${targetName}-`)), 'input.json');
  writeFileSync(path, text);
  return path;
}
