import { readFileSync } from 'node:fs';
import { GUIDE_PAGES } from '../../../gateway/sites/docs/guides/guidePages.ts';
import type { CodeBlock, Example } from '../../../gateway/sites/docs/markdown/examples.ts';
import { operationPrograms } from '../../../gateway/sites/docs/markdown/operationPrograms.ts';
import { readExamples } from '../../../gateway/sites/docs/markdown/renderMarkdown.ts';
import { ROOT } from '../stack.ts';

/** An example of a guide. */
export interface GuideExample {
  readonly file: string;
  /** The number of the example in the file, from 1. */
  readonly number: number;
  readonly example: Example;
}

/** A program of an example, with what it prints. */
export interface GuideProgram extends CodeBlock {
  /** For messages: file, number and client. */
  readonly name: string;
  readonly expected: CodeBlock | undefined;
  /** True if it is one of the programs that are generated from an operation. */
  readonly isGenerated: boolean;
  /** True if its client adds `__typename` to each object. */
  readonly addsTypeNames: boolean;
}

/** Returns the examples of all guides. */
export async function readGuideExamples(): Promise<readonly GuideExample[]> {
  const pages = GUIDE_PAGES.map(async ({ file }) => {
    const examples = await readExamples(readFileSync(`${ROOT}${file}`, 'utf8'));
    return examples.map((example, index) => ({ file, number: index + 1, example }));
  });
  return (await Promise.all(pages)).flat();
}

/** Returns the programs of an example. Those of an operation without output, such as a subscription, are not run. */
export function programsOf({ file, number, example }: GuideExample): readonly GuideProgram[] {
  const { operation, programs, output } = example;
  const hasErrors = output?.code.includes('"errors"') ?? false;
  const generated = operation && output ? operationPrograms(operation, hasErrors) : [];
  return [
    ...programs.map((program) => ({ ...program, label: program.language, isGenerated: false })),
    ...generated.map((program) => ({ ...program, isGenerated: true })),
  ].map(({ label, ...program }) => ({
    ...program,
    name: `${file}, example ${number}, ${label}`,
    expected: output,
    addsTypeNames: label === 'Apollo Client',
  }));
}
