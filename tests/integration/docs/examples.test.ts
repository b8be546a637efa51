import { readdirSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GUIDE_PAGES } from '../../../gateway/sites/docs/guides/guidePages.ts';
import {
  type GuideExample,
  type GuideProgram,
  programsOf,
  readGuideExamples,
} from '../../support/docs/guideExamples.ts';
import { textOf } from '../../support/docs/pageMarkup.ts';
import { isPrinted } from '../../support/docs/printedOutput.ts';
import { createProgramTarget, sendOperation } from '../../support/docs/runExamples.ts';
import {
  type ProgramTarget,
  runNode,
  runNodeTogether,
  runPython,
  runShell,
  runTypeScript,
} from '../../support/docs/runPrograms.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import { curlBinary, pythonBinary } from '../../support/systemBinaries.ts';
import { testWith } from '../../support/testWith.ts';

let stack: Stack;
let target: ProgramTarget;
let examples: readonly GuideExample[];
beforeAll(async () => {
  stack = await startStack({ env: { CONSUME_CHANGES: 'off' } });
  target = await createProgramTarget(stack);
  examples = await readGuideExamples();
});
afterAll(() => stack.close());

const programsIn = (language: string): readonly GuideProgram[] =>
  examples.flatMap(programsOf).filter((program) => program.language === language);

/** Expects that programs printed what the guides show. */
function expectPrinted(programs: readonly GuideProgram[], outputs: readonly string[]): void {
  expect(programs.length).toBeGreaterThan(0);
  const differing = programs.flatMap(({ name, expected, addsTypeNames }, index) => {
    const printed = outputs[index] ?? 'nothing';
    return expected === undefined || isPrinted(expected, printed, { ignoresTypeNames: addsTypeNames })
      ? []
      : [`${name}: ${printed}`];
  });
  expect(differing).toEqual([]);
}

/** The attributes of a rich text in the content whose texts a reader sees. */
const SHOWN_ATTRIBUTES = new Set(['text', 'code', 'tex', 'caption', 'attribution', 'source']);

/** Returns the texts that a rich text in the content has for readers. */
function textsIn(value: unknown, attribute = ''): readonly string[] {
  if (typeof value === 'string') return SHOWN_ATTRIBUTES.has(attribute) && value !== '' ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    textsIn(each, Array.isArray(value) ? attribute : name),
  );
}

/** Returns a text without white space and quotes, which HTML changes. */
const wordsOf = (text: string): string => text.replace(/\s+/g, '');

describe('examples of the guides', () => {
  test('are in every file of docs/api', () => {
    const files = readdirSync(`${ROOT}docs/api`).map((name) => `docs/api/${name}`);
    const listed = GUIDE_PAGES.map(({ file }) => file).filter((file) => file.startsWith('docs/api/'));
    expect(listed.toSorted()).toEqual(files.toSorted());
    // The guides for React are tested by apps of their own, the clients by `npm run clients`, the explorer in a browser; limits have no examples.
    const without = files.filter((file) => !examples.some((example) => example.file === file));
    expect(without).toEqual([
      'docs/api/client-limits.md',
      'docs/api/clients.md',
      'docs/api/explorer.md',
      'docs/api/react-kit.md',
      'docs/api/react.md',
      'docs/api/visual-editing.md',
    ]);
  });

  test('and the guides name no setting of the operator, and no file of the gateway', () => {
    const settings = Object.keys(parseEnv(readFileSync(`${ROOT}.env.example`, 'utf8')));
    const names = new RegExp(
      `\\b(?:${settings.join('|')})\\b|\\b(?:config|core|graphql|http|providers|services)/[\\w/]+\\.ts\\b`,
      'g',
    );
    const named = readdirSync(`${ROOT}docs/api`).flatMap((file) =>
      (readFileSync(`${ROOT}docs/api/${file}`, 'utf8').match(names) ?? []).map((name) => `${file}: ${name}`),
    );
    expect(named).toEqual([]);
  });

  test('in GraphQL have the printed response', async () => {
    const differing: string[] = [];
    for (const each of examples) {
      const { output } = each.example;
      const response = await sendOperation(each, stack.url);
      if (response === undefined || !output) continue;
      const printed = JSON.stringify(response);
      if (!isPrinted(output, printed)) differing.push(`${each.file}, example ${each.number}: ${printed}`);
    }
    expect(differing).toEqual([]);
  });

  test('in JavaScript print the output', async () => {
    const programs = programsIn('js');
    const written = programs.filter(({ isGenerated }) => !isGenerated);
    expectPrinted(written, await Promise.all(written.map(({ code }) => runNode(code, target))));
  });

  test('the program for rich text shows all texts of every article, and balanced lists', async () => {
    const program = programsIn('js').find(({ code }) => code.includes('const RENDERERS = {'))?.code ?? '';
    const { data } = await stack.query('{ articles(first: 100) { nodes { slug body { json } } } }');
    const articles: readonly { readonly slug: string; readonly body: { readonly json: unknown } }[] =
      data.articles.nodes;
    const codes = articles.map(({ slug }) => program.replace('sensitive-dependence', slug));
    const pages = await runNodeTogether(codes, target);
    articles.forEach(({ slug, body }, index) => {
      const html = pages[index] ?? '';
      const shown = wordsOf(textOf(html));
      const missing = textsIn(body.json).filter((text) => !shown.includes(wordsOf(text)));
      expect([slug, missing]).toEqual([slug, []]);
      for (const tag of ['ul', 'ol', 'li'])
        expect(html.split(`<${tag}`).length).toBe(html.split(`</${tag}>`).length);
    });
    expect(pages.join('')).toMatch(/<ul>[\s\S]*<a href="\/films\/[\s\S]*<li id="note-1">/);
  });

  test('in TypeScript print the output', async () => {
    const programs = programsIn('ts');
    expectPrinted(programs, await Promise.all(programs.map(({ code }) => runTypeScript(code, target))));
  });

  test('generated for JavaScript and Apollo Client print the response', async () => {
    const generated = programsIn('js').filter(({ isGenerated }) => isGenerated);
    expectPrinted(
      generated,
      await runNodeTogether(
        generated.map(({ code }) => code),
        target,
      ),
    );
  });

  testWith(curlBinary(), 'with curl print the output', async () => {
    const programs = programsIn('sh');
    expectPrinted(
      programs,
      await runShell(
        programs.map(({ code }) => code),
        target,
      ),
    );
  });

  testWith(pythonBinary(), 'in Python print the output', async (python) => {
    const programs = programsIn('python');
    expectPrinted(
      programs,
      await runPython(
        python,
        programs.map(({ code }) => code),
        target,
      ),
    );
  });
});
