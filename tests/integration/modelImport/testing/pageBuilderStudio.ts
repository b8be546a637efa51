import type { TypeNode } from 'groq-js';
import {
  boolean,
  declaredObject,
  document,
  image,
  inline,
  item,
  list,
  literal,
  number,
  object,
  reference,
  richText,
  slug,
  text,
  union,
} from '../../../../gateway/cli/modelImport/testing/extracts.ts';

/** A text with a list of choices. */
const choice = (...values: readonly string[]): TypeNode => union(...values.map(literal));

/** A text whose links lead to documents or to other sites. */
const body = richText([], [], [item('pageLink')]);
const tone = choice('light', 'dark', 'accent');
const picture = image({ alt: text });
const buttons = list(item('button'));

/** The blocks of a page, by `_type`. Several have choices of one name with different values. */
const BLOCKS: Readonly<Record<string, Readonly<Record<string, TypeNode>>>> = {
  section: {
    heading: text,
    anchor: text,
    tone,
    width: choice('narrow', 'wide'),
    blocks: list(inline('block')),
  },
  hero: { eyebrow: text, heading: text, lead: body, picture, buttons, tone, layout: choice('split', 'full') },
  callToAction: { heading: text, lead: body, buttons, tone, layout: choice('banner', 'box') },
  prose: { body, columns: number, align: choice('start', 'center') },
  picture: { picture, caption: text, ratio: choice('16:9', '4:3', '1:1'), width: choice('text', 'page') },
  gallery: { heading: text, pictures: list(picture), layout: choice('grid', 'masonry', 'carousel') },
  film: {
    clip: object({ asset: reference('mux.videoAsset') }, 'mux.video'),
    caption: text,
    ratio: choice('wide', 'tall'),
  },
  quote: { words: text, person: reference('person'), tone, size: choice('small', 'large') },
  testimonials: {
    heading: text,
    layout: choice('slider', 'grid'),
    voices: list(object({ words: text, name: text, role: text, portrait: picture })),
  },
  questions: {
    heading: text,
    layout: choice('open', 'folded'),
    questions: list(object({ question: text, answer: body })),
  },
  features: {
    heading: text,
    lead: body,
    layout: choice('list', 'cards'),
    features: list(
      object({ icon: choice('bolt', 'heart', 'leaf'), title: text, body, link: inline('link') }),
    ),
  },
  figures: { heading: text, tone, figures: list(object({ value: text, label: text })) },
  logos: {
    heading: text,
    size: choice('s', 'm'),
    logos: list(object({ name: text, picture, link: inline('link') })),
  },
  team: { heading: text, layout: choice('round', 'square'), people: list(reference('person')) },
  prices: {
    heading: text,
    tone,
    plans: list(
      object({
        name: text,
        price: number,
        period: choice('month', 'year'),
        features: list(text),
        button: inline('button'),
      }),
    ),
  },
  newsletter: { heading: text, lead: body, placeholder: text, size: choice('inline', 'block') },
  form: {
    heading: text,
    fields: list(object({ label: text, kind: choice('text', 'email', 'date'), isMandatory: boolean })),
    submitLabel: text,
  },
  map: {
    heading: text,
    place: object({ lat: number, lng: number }, 'geopoint'),
    zoom: number,
    ratio: choice('flat', 'square'),
  },
  posts: { heading: text, source: choice('newest', 'chosen'), posts: list(reference('post')), limit: number },
  table: { caption: text, align: choice('left', 'right'), rows: list(object({ cells: list(text) })) },
};

/** The `_type`s of the blocks. */
export const BLOCK_TYPES: readonly string[] = Object.keys(BLOCKS);

/** The extract of a studio with a page builder: blocks of twenty types, of which sections contain blocks again. */
export const PAGE_BUILDER: readonly object[] = [
  document('page', { title: text, slug: inline('slug'), content: list(union(...BLOCK_TYPES.map(item))) }),
  document('post', { title: text, slug: inline('slug') }),
  document('person', { name: text, slug: inline('slug') }),
  document('mux.videoAsset', { assetId: text }),
  slug,
  declaredObject('link', {
    label: text,
    kind: choice('internal', 'external'),
    url: text,
    document: union(reference('page'), reference('post')),
  }),
  declaredObject('button', { link: inline('link'), look: choice('filled', 'outlined') }),
  declaredObject('pageLink', { link: inline('link') }),
  ...Object.entries(BLOCKS).map(([type, fields]) =>
    declaredObject(type, {
      ...fields,
      ...(fields.blocks && { blocks: list(union(...Object.keys(BLOCKS).map(item))) }),
    }),
  ),
];
