import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import { curlBinary, pythonBinary } from '../../support/systemBinaries.ts';
import { testWith } from '../../support/testWith.ts';

const PAGES = ['api', 'errors', 'http', 'keys', 'limits', 'versioning'];

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: { CONSUME_CHANGES: 'off' } });
});
afterAll(() => stack.close());

const open = async (path: string) => {
  const response = await fetch(`${stack.url}${path}`);
  return { response, html: await response.text() };
};

const idsIn = (html: string): readonly string[] =>
  [...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id as string);

describe('documentation', () => {
  test('opens at the link of an error', async () => {
    const { errors } = await stack.query('{ films(first: 1000) { totalCount } }');
    const url = String(errors[0]?.extensions?.url);
    const { response, html } = await open(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    );
    expect(idsIn(html)).toContain(new URL(url, stack.url).hash.slice(1));
  });

  test.each(PAGES)('has no broken links in /docs/%s', async (page) => {
    const { html } = await open(`/docs/${page}`);
    const links = [...html.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href as string);
    const own = links.filter((href) => !/^https?:/.test(href));
    expect(own.length).toBeGreaterThan(0);
    for (const href of own) {
      const { pathname, hash } = new URL(href, `${stack.url}/docs/${page}`);
      const { response, html: target } = await open(pathname);
      expect([href, response.status]).toEqual([href, 200]);
      if (hash) expect(idsIn(target)).toContain(hash.slice(1));
    }
  });

  test('begins with the page for API clients', async () => {
    const { response } = await open('/docs');
    expect([response.status, new URL(response.url).pathname]).toEqual([200, '/docs/api']);
  });
});

/** The examples of docs/api.md by language, as they are run: against the gateway of the stack. */
const examplesIn = (language: string): readonly string[] =>
  [...readFileSync(`${ROOT}docs/api.md`, 'utf8').matchAll(/```(\w+)\n([\s\S]*?)```/g)].flatMap(
    ([, name, code = '']) => (name === language ? [code] : []),
  );

/** Runs an example. @returns its output, with the exit code if it failed */
const run = (command: string, args: readonly string[], code: string): Promise<string> =>
  new Promise((resolve) => {
    const here = code.replaceAll('http://127.0.0.1:4000', stack.url);
    execFile(
      command,
      [...args, here],
      { encoding: 'utf8', env: { ...process.env, NO_PROXY: '127.0.0.1' } },
      (error, out, err) => resolve(error ? `failed with ${error.code}: ${err}` : out),
    );
  });

describe('examples of docs/api.md', () => {
  test('in GraphQL have data and no errors', async () => {
    for (const example of examplesIn('graphql')) {
      const { data, errors } = await stack.query(example);
      expect(errors).toEqual([]);
      expect(data.films.nodes.length).toBeGreaterThan(0);
      expect(data.search.facets[0].values.length).toBeGreaterThan(0);
    }
  });

  test('in JavaScript run', async () => {
    const { data } = await stack.query('{ films(first: 0) { totalCount } }');
    // Node has no EventSource.
    const examples = examplesIn('js').filter((example) => !example.includes('EventSource'));
    const outputs = await Promise.all(
      examples.map((example) => run(process.execPath, ['--input-type=module', '-e'], example)),
    );
    expect(outputs).toEqual([
      expect.stringMatching(/^200 \{ film: \{ title: /),
      `${data.films.totalCount}\n`,
    ]);
  });

  testWith(curlBinary(), 'with curl run', async () => {
    for (const example of examplesIn('sh')) {
      const output = await run('bash', ['-euc'], example);
      expect(output.match(/"data":\{"films":\{"nodes":\[/g)).toHaveLength(
        example.match(/^curl/gm)?.length ?? 0,
      );
    }
  });

  testWith(pythonBinary(), 'in Python run', async (python) => {
    const [example = ''] = examplesIn('python');
    expect(await run(python, ['-c'], example)).toMatch(/^\{'films': \{'nodes': \[.*\} None\n$/);
  });
});
