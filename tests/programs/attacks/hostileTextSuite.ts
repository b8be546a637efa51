import { queryGateway } from '../../support/stack.ts';
import { type Attack, type AttackTarget, firstFailure } from './attack.ts';

type Block = Readonly<Record<string, unknown>>;

/** A rich text that an editor with write access stores, and how the gateway must return it. */
interface HostileText {
  readonly name: string;
  readonly requirement: string;
  blocks(): Block[];
  /** Returns whether the JSON and the plain text of the gateway are within the limits. */
  isBounded(json: string, plainText: string): boolean;
}

const ARTICLE = `query ($slug: String!) { article(by: { slug: $slug }) { body { json plainText readingMinutes
  parts: blocks { __typename ... on Formula { f: tex } ... on TextBlock { level
    c: children { ... on TextSpan { text marks } ... on Formula { f: tex } } } } } } }`;
const MAX_RESPONSE_CHARACTERS = 1_500_000;

const span = (text: string, i = 0) => ({ _type: 'span', _key: `s${i}`, text, marks: [] });
const block = (children: readonly object[], more: object = {}): Block => ({
  _type: 'block',
  _key: 'b',
  style: 'normal',
  markDefs: [],
  children,
  ...more,
});
const isFormulaOmitted = (json: string, plainText: string) =>
  json.includes('Formula omitted') && plainText.includes('Formula omitted');

const HOSTILE_TEXTS: readonly HostileText[] = [
  {
    name: 'a list item of level 30,000,000',
    requirement: 'no level',
    blocks: () => [block([span('deep')], { listItem: 'bullet', level: 30_000_000 })],
    isBounded: (json, plainText) => !json.includes('"level"') && plainText === 'deep',
  },
  {
    name: 'a formula of 100 kB',
    requirement: 'a note instead of the formula',
    blocks: () => [block([{ _type: 'math', _key: 'm', tex: 'x^{2}+\\sqrt{y}'.repeat(7_000) }])],
    isBounded: isFormulaOmitted,
  },
  {
    name: 'a formula of 50,000 nested braces',
    requirement: 'a note instead of the formula',
    blocks: () => [block([{ _type: 'math', _key: 'm', tex: `${'{'.repeat(50_000)}x${'}'.repeat(50_000)}` }])],
    isBounded: isFormulaOmitted,
  },
  {
    name: 'a formula whose plain text doubles with each of 60 nested roots',
    requirement: 'the plain text of the formula',
    blocks: () => [block([{ _type: 'math', _key: 'm', tex: `${'\\sqrt{'.repeat(60)}x${'}'.repeat(60)}` }])],
    isBounded: (_json, plainText) => plainText.startsWith('√(√(') && plainText.includes('x'),
  },
  {
    name: 'a formula that defines macros which expand to 300,000 characters',
    requirement: 'the TeX as plain text',
    blocks: () => [
      block([{ _type: 'math', _key: 'm', tex: `\\def\\a{${'x'.repeat(1_000)}}${'\\a'.repeat(300)}` }]),
    ],
    isBounded: (_json, plainText) => plainText.length < 2_000,
  },
  {
    name: '10,000 spans in a block',
    requirement: '2,000 spans and a note',
    blocks: () => [block(Array.from({ length: 10_000 }, (_, i) => span('x', i)))],
    isBounded: (json) => json.includes('8,000 elements omitted'),
  },
  {
    name: '15,000 blocks',
    requirement: '10,000 blocks and a note',
    blocks: () => Array.from({ length: 15_000 }, (_, i) => ({ ...block([span('x')]), _key: `b${i}` })),
    isBounded: (json) => json.includes('5,000 blocks omitted: the text exceeds the limit of 10,000 blocks.'),
  },
  {
    name: 'a span of a million characters',
    requirement: '500,000 characters and a note',
    blocks: () => [block([span('x'.repeat(1_000_000))])],
    isBounded: (json) => json.includes('500,000 characters omitted'),
  },
];

/** Attacks by documents of the content service that exhaust those who render them. */
export const HOSTILE_TEXT_ATTACKS: readonly Attack[] = HOSTILE_TEXTS.flatMap((text, i) => [
  {
    name: `stored text: ${text.name}`,
    requirement: text.requirement,
    run: (target) =>
      withArticle(target, text, `hostile-text-${i}`, (slug) => readArticle(target, text, slug)),
  },
  {
    name: `page of a stored text: ${text.name}`,
    requirement: '200',
    needsBuiltApp: true,
    run: (target) =>
      withArticle(target, text, `hostile-page-${i}`, async (slug) => {
        const { status } = await fetch(`${target.url}/articles/${slug}`);
        return status === 200 ? undefined : `expected 200, got ${status}`;
      }),
  },
]);

/** Stores an article with the text, and deletes it afterwards. */
async function withArticle(
  { stack: { editor } }: AttackTarget,
  { blocks }: HostileText,
  slug: string,
  read: (slug: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  const _id = `article-${slug}`;
  const body = blocks();
  await editor.createOrReplace({ _id, _type: 'article', title: slug, slug: { current: slug }, body });
  try {
    return await read(slug);
  } finally {
    await editor.delete(_id);
  }
}

async function readArticle(
  { url }: AttackTarget,
  { isBounded }: HostileText,
  slug: string,
): Promise<string | undefined> {
  const { data, errors } = await queryGateway(url, ARTICLE, { slug });
  const json = JSON.stringify(data.article?.body?.json) ?? '';
  const plainText = String(data.article?.body?.plainText);
  const parts = JSON.stringify(data.article?.body?.parts) ?? '';
  return firstFailure([
    errors.some(({ extensions }) => extensions?.code !== 'CONTENT_MISMATCH') &&
      `expected errors that name omitted parts only, got ${JSON.stringify(errors)}`,
    json.length > MAX_RESPONSE_CHARACTERS &&
      `expected at most ${MAX_RESPONSE_CHARACTERS} characters, got ${json.length}`,
    parts.length > MAX_RESPONSE_CHARACTERS &&
      `expected blocks of at most ${MAX_RESPONSE_CHARACTERS} characters, got ${parts.length}`,
    parts.includes('omitted') !== json.includes('omitted') &&
      `expected notes in the blocks as in the JSON, got ${parts.slice(0, 200)}`,
    !isBounded(json, plainText) &&
      `expected a text within the limits, got ${json.slice(0, 200)} and ${plainText.slice(0, 200)}`,
  ]);
}
