/**
 * `npm run examples` runs the examples of the guides in `docs` against a gateway with the sample publication, and compares
 * the output with that in the guides: operations, and the first program of other examples. `-- --write` writes the JSON
 * that differs. Exits with 1 when an output differs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { type GuideExample, readGuideExamples } from '../../support/docs/guideExamples.ts';
import { formatJson, isPrinted } from '../../support/docs/printedOutput.ts';
import { createProgramTarget, sendOperation } from '../../support/docs/runExamples.ts';
import { type ProgramTarget, runProgram } from '../../support/docs/runPrograms.ts';
import { ROOT, startStack } from '../../support/stack.ts';
import { readArguments } from '../load/readArguments.ts';
import { summary } from '../load/summary.ts';

const { values } = readArguments({ options: { write: { type: 'boolean', default: false } } });
const OUTPUT_BLOCK = /(^```(?:json|text) output\n)([\s\S]*?)(^```$)/gm;

const stack = await startStack({ env: { CONSUME_CHANGES: 'off' } });
const failures: string[] = [];
try {
  const target = await createProgramTarget(stack);
  const examples = (await readGuideExamples()).filter(({ example }) => example.output);
  for (const [file, ofFile] of Map.groupBy(examples, (each) => each.file)) {
    const outputs: (string | undefined)[] = [];
    for (const example of ofFile) outputs.push(await differingOutput(example, target));
    if (values.write) writeOutputs(file, outputs);
  }
} finally {
  await stack.close();
}
console.log(summary(failures, 'npm run examples -- --write writes the outputs that are JSON.'));
process.exit(failures.length === 0 ? 0 : 1);

/** Returns the output of an example if it is not the one in the guide, and reports it. */
async function differingOutput(each: GuideExample, target: ProgramTarget): Promise<string | undefined> {
  const { file, number, example } = each;
  const [program] = example.programs;
  const response = await sendOperation(each, target.url);
  const printed =
    response !== undefined ? JSON.stringify(response) : program && (await runProgram(program, target));
  if (printed === undefined || !example.output || isPrinted(example.output, printed)) return undefined;
  const isJson = example.output.language === 'json';
  if (!values.write || !isJson)
    failures.push(`${file}, example ${number}: expected the output in the guide, got ${printed}`);
  return isJson ? `${formatJson(JSON.parse(printed))}\n` : undefined;
}

/** Writes the outputs of a file in their order; undefined ones stay. */
function writeOutputs(file: string, outputs: readonly (string | undefined)[]): void {
  let index = 0;
  const text = readFileSync(`${ROOT}${file}`, 'utf8');
  const written = text.replace(OUTPUT_BLOCK, (block, begin: string, _code: string, end: string) => {
    const output = outputs[index];
    index += 1;
    return output === undefined ? block : `${begin}${output}${end}`;
  });
  if (written !== text) writeFileSync(`${ROOT}${file}`, written);
}
