import { describe, expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { Picture } from './Picture.tsx';

const image = {
  url: '/a.jpg?w=960',
  srcSet: '/a.jpg?w=480 480w, /a.jpg?w=960 960w',
  width: 1600,
  height: 1000,
  alt: 'Two curves',
};

describe('Picture', () => {
  test('renders srcset, sizes, size and alternative text, and loads lazily unless it leads the page', () => {
    const html = renderToStaticMarkup(<Picture {...image} sizes="50vw" />);
    for (const attribute of [
      'srcSet="/a.jpg?w=480 480w, /a.jpg?w=960 960w"',
      'sizes="50vw"',
      'width="1600" height="1000"',
      'alt="Two curves"',
      'loading="lazy"',
    ])
      expect(html).toContain(attribute);
    expect(renderToStaticMarkup(<Picture {...image} isLead />)).toContain(
      'loading="eager" fetchPriority="high"',
    );
  });

  test('shows the preview and the color while it loads, and keeps the focal point in view', () => {
    const html = renderToStaticMarkup(
      <Picture
        {...image}
        placeholder="data:image/jpeg;base64,AA"
        color="#1d2b3a"
        hotspot={{ x: 0.25, y: 0.4 }}
      />,
    );
    expect(html).toContain('background-color:#1d2b3a');
    expect(html).toContain('background-image:url(&quot;data:image/jpeg;base64,AA&quot;)');
    expect(html).toContain('object-position:25% 40%');
  });

  test('keeps the size and the text of a missing image', () => {
    expect(renderToStaticMarkup(<Picture {...image} url={null} className="wide" />)).toBe(
      '<span class="wide" style="display:block;aspect-ratio:1600 / 1000" role="img" aria-label="Two curves"></span>',
    );
  });
});
