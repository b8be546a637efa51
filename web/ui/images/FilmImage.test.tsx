import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { FilmImage } from './FilmImage.tsx';

const still = { still480: '/480.webp', still960: '/960.webp', still1600: null };
const poster = { url: '/poster.webp?w=960', srcSet: '/poster.webp?w=960 960w, /poster.webp?w=2560 2560w' };

test('film image: offers the stills of the video by width, without those that are missing', () => {
  const html = renderToStaticMarkup(<FilmImage still={still} sizes="50vw" />);
  expect(html).toContain('src="/960.webp"');
  expect(html).toContain('srcSet="/480.webp 480w, /960.webp 960w"');
});

test('film image: shows the poster in place of the stills, and the stills if there is none', () => {
  const html = renderToStaticMarkup(<FilmImage poster={poster} still={still} sizes="50vw" />);
  expect(html).toContain(`src="${poster.url}"`);
  expect(html).toContain(`srcSet="${poster.srcSet}"`);
  expect(html).not.toContain('/480.webp');
  expect(renderToStaticMarkup(<FilmImage poster={null} still={still} sizes="50vw" />)).toContain('/480.webp');
});
