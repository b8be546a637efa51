import { queryGateway } from '../../support/stack.ts';
import { type Attack, type AttackTarget, firstFailure } from './attack.ts';

const SCRIPT = '</script><script>alert(1)</script><img src=x onerror=alert(1)>';

/** Attacks with data that the gateway or the app could take for code. */
export const INJECTION_ATTACKS: readonly Attack[] = [
  {
    name: 'prototype pollution with variables',
    requirement: 'a response, also to the next request',
    run: pollutePrototype,
  },
  {
    name: 'cross-site scripting with an article',
    requirement:
      'a page with escaped markup, no script URLs, and a Content-Security-Policy with hashes of scripts',
    needsBuiltApp: true,
    run: injectMarkup,
  },
];

async function pollutePrototype({ url }: AttackTarget): Promise<string | undefined> {
  const { data } = await queryGateway(
    url,
    'query($f: FilmFilter) { films(filter: $f, first: 1) { totalCount } }',
    {
      f: JSON.parse('{"__proto__": {"title": {"eq": "x"}}, "constructor": {"prototype": {"polluted": 1}}}'),
    },
  );
  const { data: nextData } = await queryGateway(url, '{ films(first: 1) { totalCount } }');
  return firstFailure([
    data === undefined && 'expected a response with data, got none',
    !(nextData.films?.totalCount > 0) && 'expected films in the next response, got none',
  ]);
}

/** Publishes an article of markup and script URLs, and looks for them in its page. */
async function injectMarkup({ url, stack: { editor } }: AttackTarget): Promise<string | undefined> {
  const _id = 'article-hostile';
  await editor.createOrReplace({
    _id,
    _type: 'article',
    title: SCRIPT,
    excerpt: SCRIPT,
    slug: { _type: 'slug', current: 'hostile' },
    body: [
      'javascript:alert(1)',
      ' JaVaScRiPt:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:x',
    ].map((href, i) => ({
      _type: 'block',
      _key: `b${i}`,
      style: 'normal',
      children: [{ _type: 'span', _key: 's', text: SCRIPT, marks: ['l'] }],
      markDefs: [{ _type: 'link', _key: 'l', href }],
    })),
  });
  try {
    const response = await fetch(`${url}/articles/hostile`);
    const html = await response.text();
    return firstFailure([
      !html.includes('alert(1)') && `expected the page of the article, got ${response.status}`,
      /<script>alert|<img src=x|href="\s*(javascript|data|vbscript):/i.test(html) &&
        'expected escaped markup, got markup of a document in the page',
      !/script-src 'self' ('sha256-[^']+' ?)+(;|$)/.test(
        response.headers.get('content-security-policy') ?? '',
      ) && 'expected a Content-Security-Policy with hashes of scripts and nothing else, got another one',
    ]);
  } finally {
    await editor.delete(_id);
  }
}
